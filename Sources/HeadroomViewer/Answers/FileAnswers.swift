internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImage
internal import HeadroomPixels

/// The answers about one file. Each is a function in a file of its own beside this one.
struct FileAnswers {
  let services: ViewerServices
  let entry: LibraryEntry
  let request: ViewerRequest
  private let opened: OpenFile

  /// - Throws: why the file cannot be read.
  init(_ services: ViewerServices, _ entry: LibraryEntry, _ request: ViewerRequest) throws(ImageIOError) {
    self.services = services
    self.entry = entry
    self.request = request
    opened = try services.files.file(entry)
  }

  var file: OpenFile { opened }
  var query: ViewerQuery { request.query }
  var renderer: ViewerRenderer { services.renderer }
  private var key: String { "\(entry.id)/\(entry.version)" }

  /// Longest side of what is sent as numbers.
  static let largestSide = 4096

  /// The longest side that is asked for.
  func side(default usual: Int = 1600) throws(ViewerError) -> Int {
    try query.integer("max", in: 1...Self.largestSide, default: usual)
  }

  // MARK: Light

  /// The file's light, averaged to fit into a square; of a rectangle, where one is given in the file's pixels.
  func light(side: Int, rectangle: PixelRect? = nil) throws -> PixelBitmap {
    let name = "\(key)/\(side)/\(rectangle.map { "\($0.minX),\($0.minY),\($0.width),\($0.height)" } ?? "")"
    if let known = services.lights[name] { return known }
    let bitmap = try renderer.light(try resampled(side: side, rectangle: rectangle) { $0.light })
    services.lights.keep(bitmap, byteCount: bitmap.rowBytes * bitmap.height, for: name)
    return bitmap
  }

  /// An image of the file, or a rectangle of it, averaged to fit into a square.
  func resampled(
    side: Int, rectangle: PixelRect? = nil, _ image: (PictureRecipes) throws -> CIImage
  ) throws -> CIImage {
    let part = rectangle ?? PixelRect(width: file.size.width, height: file.size.height)
    let target = PixelSize(width: part.width, height: part.height).fitting(side)
    // A part of the picture needs as many pixels of all of it as if all were shown at the part's scale.
    let whole = Int(
      (Double(file.size.longest) * Double(target.longest) / Double(max(part.width, part.height))).rounded(.up))
    let image = try image(PictureRecipes(file, side: whole))
    let across = image.extent.width / CGFloat(file.size.width)
    let down = image.extent.height / CGFloat(file.size.height)
    let area = CGRect(
      x: CGFloat(part.minX) * across, y: image.extent.height - CGFloat(part.maxY) * down,
      width: CGFloat(part.width) * across, height: CGFloat(part.height) * down)
    return image.resampled(area, to: target)
  }

  // MARK: Headroom

  /// The linear headroom of the content: what the file says, else what a look at all of it says.
  func contentHeadroom() throws -> Double {
    try file.headroom {
      if let stated = PictureRecipes(file, side: 256).statedHeadroom { return stated }
      var meter = LightMeter()
      meter.add(try light(side: 1024))
      return max(meter.contentHeadroom, 1)
    }
  }
}
