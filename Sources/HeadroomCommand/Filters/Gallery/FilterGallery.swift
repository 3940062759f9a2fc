internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// Every filter on photos, as pages to look at: an index and a page for each filter, with pictures beside them.
///
/// The pictures are WebP in sRGB, a tenth of what PNG takes: the picture on an SDR display, and the same two stops
/// down, so that light above white is visible.
struct FilterGallery {
  private let folder: String
  private let policy: ExistingFilePolicy
  private let photos: [GalleryPhoto]
  private let renderer: GalleryRenderer

  /// - Throws: if the folder has a gallery that may not be replaced, or a photo cannot be read.
  init(folder: String, photos: [String], overwrite: Bool, common: CommonOptions) throws(PictureError) {
    self.folder = folder
    policy = overwrite ? .overwrite : .refuse
    renderer = GalleryRenderer(common: common)
    try OutputFile.makeFolder(folder)
    _ = try OutputFile(path: "\(folder)/index.html", policy: policy).mayBeSkipped()
    var pictures: [GalleryPhoto] = []
    for path in photos { pictures.append(try GalleryPhoto(path: path, number: pictures.count, renderer, common)) }
    self.photos = try pictures.isEmpty ? [GalleryPhoto.demo(renderer)] : pictures
  }

  /// - Parameter progress: called with each filter's name before it is rendered.
  func write(_ entries: [FilterEntry], progress: (String) throws -> Void) throws {
    for photo in photos { try writePictures(of: photo.image, over: photo.frame, named: photo.name) }
    var pages: [GalleryPage] = []
    for entry in entries {
      try progress(entry.name)
      let page = GalleryPage(entry: entry, results: try photos.map { try result(of: entry, on: $0) })
      try write(page.html, to: "\(entry.name).html")
      pages.append(page)
    }
    try write(GalleryIndex(pages: pages, photos: photos.map(\.name)).html, to: "index.html")
  }

  private func result(of entry: FilterEntry, on photo: GalleryPhoto) throws -> GalleryResult {
    let example = GalleryExample(entry, on: photo)
    var result = GalleryResult(photo: photo.name, settings: example.settings)
    guard let image = example.image else { return result }
    let name = "\(photo.name)-\(entry.name)"
    do throws(PictureError) {
      result.seconds = try writePictures(of: image, over: example.frame, named: name)
      result.picture = name
    } catch {
      if error.status == .output { throw error }
      result.failure = error.text
    }
    return result
  }

  /// Writes both pictures of an image, and returns how many seconds the first took to render.
  @discardableResult
  private func writePictures(of image: CIImage, over frame: CGRect, named name: String) throws(PictureError) -> Double {
    let (bytes, seconds) = try renderer.picture(of: image, over: frame, stops: 0)
    try write(bytes, to: GalleryResult.file(name))
    try write(renderer.picture(of: image, over: frame, stops: -2).bytes, to: GalleryResult.file(name, isDark: true))
    return seconds
  }

  private func write(_ text: String, to name: String) throws(PictureError) { try write(Array(text.utf8), to: name) }

  private func write(_ bytes: [UInt8], to name: String) throws(PictureError) {
    try OutputFile(path: "\(folder)/\(name)", policy: policy).write(bytes)
  }
}

/// A filter's result on a photo.
struct GalleryResult {
  let photo: String
  /// The inputs that are not images, as in a filter expression.
  let settings: [String]
  /// The files' name without the additions of ``file(_:isDark:)``; nil where there is no result.
  var picture: String?
  var seconds: Double?
  var failure: String?

  /// The file of a picture, or of the same two stops darker.
  static func file(_ name: String, isDark: Bool = false) -> String { isDark ? "\(name)-dark.webp" : "\(name).webp" }
}
