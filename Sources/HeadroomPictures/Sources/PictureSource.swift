package import Foundation
internal import HeadroomColor
package import HeadroomContainers
package import HeadroomFilters
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
internal import HeadroomPixels
internal import HeadroomRAW

/// The source picture of a job: the information in its headers, and the recipes for its renditions. Pixels are decoded
/// once, when the first rendition is rendered, for all jobs that share the value.
package struct PictureSource: Sendable {
  /// Where the pixels come from. Indirect: jobs hold sources twice and more, and a megabyte of code would copy their headers
  /// field by field.
  indirect enum Content: Sendable {
    /// A file's stored pixels.
    case file(StillPicture)
    /// A sensor's file, developed.
    case developed(DevelopedFile, RecipePicture)
    /// A recipe, or an image in memory.
    case recipe(RecipePicture)
  }

  /// Its name in errors: mostly a file's path.
  package let name: String
  let content: Content
  /// Whether alpha that was never written counts as 1.
  package var ignoresAlpha = false
  /// The decoded forms that jobs of this source share; nil where each makes its own.
  var forms: SharedForms?

  init(_ content: Content, name: String) {
    self.content = content
    self.name = name
  }

  /// A file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - place: which picture of the file.
  ///   - isMapped: whether to map the file instead of reading it: for headers, when most bytes are never read.
  ///   - development: the development of a RAW file.
  ///   - exposure: stops by which a RAW file is exposed.
  package init(
    path: String, _ resources: JobResources, at place: PicturePlace = .first, isMapped: Bool = false,
    development: Development = Development(), exposure: Double = 0
  ) throws(PictureError) {
    let bytes: FileBytes
    do throws(ImageIOError) {
      bytes = isMapped ? try FileBytes(path: path, mapsFrom: 1 << 16) : try FileBytes(path: path)
    } catch {
      throw PictureError(error, file: path)
    }
    try self.init(
      bytes, name: path, resources, at: place, development: development, exposure: exposure,
      url: path == "-" ? nil : URL(filePath: path))
  }

  /// A file's bytes. For the other parameters see ``init(path:_:at:isMapped:development:exposure:)``.
  package init(
    _ bytes: FileBytes, name: String, _ resources: JobResources, at place: PicturePlace = .first,
    development: Development = Development(), exposure: Double = 0, url: URL? = nil
  ) throws(PictureError) {
    let picture: StillPicture
    do throws(ImageIOError) {
      let reader = try ImageFormats.open(bytes, limits: resources.limits)
      var request = DecodeRequest(index: place.index, allowPartial: resources.allowPartial, limits: resources.limits)
      request.layer = place.layer
      if place != .first { _ = try reader.info(of: request) }
      picture = StillPicture(reader: reader, request: request, url: url)
    } catch {
      throw PictureError(error, file: name)
    }
    if let developed = DevelopedFile(picture, development, exposure: exposure) {
      self.init(.developed(developed, try RecipePicture(developed)), name: name)
    } else if let setting = development.given.first {
      throw .usage("\(setting.mention) is for RAW files; \(name) is \(picture.info.format)")
    } else {
      self.init(.file(picture), name: name)
    }
  }

  /// A picture that was opened elsewhere, without options.
  package init(
    _ picture: StillPicture, name: String, development: Development = Development()
  ) throws(PictureError) {
    if let developed = DevelopedFile(picture, development, exposure: 0) {
      self.init(.developed(developed, try RecipePicture(developed)), name: name)
    } else {
      self.init(.file(picture), name: name)
    }
  }

  /// The result of a recipe. A recipe that is a file's unedited picture becomes that file, whose numbers stay.
  package init(_ recipe: RecipeRenditions, name: String) throws(PictureError) {
    if let picture = recipe.wholePicture {
      // Developed as the files of an editing recipe are.
      self = try PictureSource(picture, name: name, development: .neutral)
    } else {
      self.init(.recipe(try RecipePicture(recipe)), name: name)
    }
  }

  /// An image in memory.
  package init(_ image: CIImage, name: String) throws(PictureError) {
    self.init(.recipe(try RecipePicture(image)), name: name)
  }

  // MARK: What it is

  /// The file that the pixels are read from; nil for a recipe, which may read several.
  package var file: StillPicture? {
    switch content {
    case .file(let picture): picture
    case .developed(let developed, _): developed.still
    case .recipe: nil
    }
  }

  /// The image, if there are no stored pixels that could be used unchanged.
  var recipe: RecipePicture? {
    switch content {
    case .file: nil
    case .developed(_, let recipe), .recipe(let recipe): recipe
    }
  }

  private var developed: DevelopedFile? {
    if case .developed(let file, _) = content { file } else { nil }
  }

  /// Whether there are no stored pixels that could be used unchanged.
  package var isRecipe: Bool { recipe != nil }

  /// Whether it is a RAW file.
  package var isDeveloped: Bool { developed != nil }

  package var info: StillInfo {
    switch content {
    case .file(let picture): picture.info
    case .developed(_, let recipe), .recipe(let recipe): recipe.info
    }
  }

  /// Its information for reports; for a RAW file it includes the origin of the headroom.
  package var describedInfo: StillInfo {
    var info = info
    if isDeveloped, info.contentHeadroomSource == .assumed { info.contentHeadroomSource = .measured }
    return info
  }

  /// For a RAW file, the source with its measured brightness, which the headers do not state.
  package var measured: PictureSource {
    guard case .developed(let file, let recipe) = content else { return self }
    return PictureSource(.developed(file, recipe.measured), name: name)
  }

  /// Notes about the development of a RAW file.
  var developmentNotes: [String] { developed?.notes ?? [] }

  /// Warnings about a sensor's pixels, once they have been rendered.
  package var unpackingWarnings: [String] { developed?.raw.picture.unpackingWarnings ?? [] }

  /// Whether a gain map defines what displays of other headrooms show.
  package var hasGainMap: Bool { info.gainMap != nil }

  /// Whether the stored numbers are SDR, which stay unchanged where their encoding does.
  var hasOwnSDRNumbers: Bool { recipe.map(\.hasOwnSDRNumbers) ?? (info.kind == .sdr) }

  /// The kind of the file that the pixels are read from.
  var storedKind: HDRKind { recipe?.storedKind ?? info.kind }

  /// Whether the stored pixels are an SDR picture, with a gain map or without.
  package var isBaseSDR: Bool { recipe?.isBaseSDR ?? info.isBaseSDR }

  /// Whether the base is HDR and the author's SDR picture exists, by a gain map or by development.
  var hasSDRAlternate: Bool {
    recipe.map { $0.base != nil && $0.gainMap == nil } ?? false || info.hasSDRAlternate
  }

  // MARK: Sizes

  /// Size in the file, as shown.
  var storedUprightSize: (width: Int, height: Int) {
    info.orientation.swapsAxes ? (info.height, info.width) : (info.width, info.height)
  }

  /// Size as decoded, as shown: after the orientation has been applied.
  package var uprightSize: (width: Int, height: Int) {
    switch content {
    case .developed(_, let recipe): return (Int(recipe.image.extent.width), Int(recipe.image.extent.height))
    case .recipe: return storedUprightSize
    case .file(let picture):
      let (width, height) = picture.decodedSize
      return info.orientation.swapsAxes ? (height, width) : (width, height)
    }
  }

  /// Whether it can be decoded at a smaller size for less work: a recipe's size is fixed.
  var hasSmallerForms: Bool { if case .recipe = content { false } else { true } }
}
