internal import Foundation
internal import Headroom

/// An input of the command: what its headers say, and the recipes for its renditions. Pixels are decoded once, when the
/// first rendition is rendered.
struct InputPicture: Sendable {
  let path: String
  let picture: StillPicture
  /// The image, where the input is a recipe, or a sensor's file that is developed, and no file of pixels.
  private var recipe: RecipePicture?
  private let developed: DevelopedFile?

  /// Whether alpha that was never written is taken for 1.
  var ignoresAlpha = false

  var info: StillInfo { recipe?.info ?? picture.info }

  /// - Parameters:
  ///   - place: which picture of the file.
  ///   - isMapped: whether to map the file instead of reading it: for headers, where most bytes are never looked at.
  ///   - development: what is made of a sensor's file.
  ///   - exposure: stops by which such a file is exposed.
  init(
    path: String, common: CommonOptions, at place: PicturePlace = .first, isMapped: Bool = false,
    development: Development = Development(), exposure: Double = 0
  ) throws(CommandError) {
    self.path = path
    picture = try Self.opened(path, common, place, isMapped: isMapped)
    developed = DevelopedFile(picture, development, exposure: exposure)
    if let developed {
      recipe = try RecipePicture(developed)
      return
    }
    recipe = nil
    if let option = development.given.first {
      throw .usage("\(option) is for RAW files; \(path) is \(picture.info.format)")
    }
  }

  /// A picture that somebody else has opened, as it is without options.
  init(
    _ picture: StillPicture, name: String, development: Development = Development()
  ) throws(CommandError) {
    path = name
    self.picture = picture
    developed = DevelopedFile(picture, development, exposure: 0)
    if let developed { recipe = try RecipePicture(developed) } else { recipe = nil }
  }

  private static func opened(
    _ path: String, _ common: CommonOptions, _ place: PicturePlace, isMapped: Bool
  ) throws(CommandError) -> StillPicture {
    do throws(ImageIOError) {
      let bytes = isMapped ? try FileBytes(path: path, mapsFrom: 1 << 16) : try FileBytes(path: path)
      let reader = try ImageFormats.open(bytes, limits: common.limits)
      var request = DecodeRequest(index: place.index, allowPartial: common.allowPartial, limits: common.limits)
      request.layer = place.layer
      if place != .first { _ = try reader.info(of: request) }
      return StillPicture(
        reader: reader, request: request, url: path == "-" ? nil : URL(filePath: path))
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// The decoded picture, orientation not applied.
  ///
  /// - Parameter rectangle: the part that is wanted, of the upright picture; nil wants all. Other pixels are undefined.
  func still(showing rectangle: PixelRect? = nil) throws(CommandError) -> StillImage {
    do throws(ImageIOError) {
      return try picture.still(covering: rectangle.map(storedRegion))
    } catch {
      throw CommandError(error, file: path)
    }
  }

  private func storedRegion(_ rectangle: PixelRect) -> PixelRect {
    let (width, height) = picture.decodedSize
    let corners = [
      (rectangle.minX, rectangle.minY), (rectangle.minX + rectangle.width - 1, rectangle.minY + rectangle.height - 1),
    ].map { info.orientation.storedPixel(column: $0.0, row: $0.1, width: width, height: height) }
    let (columns, rows) = (corners.map(\.column), corners.map(\.row))
    return PixelRect(
      columns: min(columns[0], columns[1])..<max(columns[0], columns[1]) + 1,
      rows: min(rows[0], rows[1])..<max(rows[0], rows[1]) + 1)
  }

  /// Where the file breaks rules.
  func findings(measured: ContentLightLevel? = nil) throws(CommandError) -> [ConformanceFinding] {
    do throws(ImageIOError) {
      return try ConformanceChecker.findings(of: picture.reader, index: picture.request.index, measured: measured)
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// What a recipe makes as an input. One that is a file's picture with nothing done to it is that file, whose numbers stay.
  init(_ recipe: RecipeRenditions, path: String) throws(CommandError) {
    if let picture = recipe.wholePicture {
      // As the files of a recipe that does something to them.
      self = try InputPicture(picture, name: path, development: .neutral)
    } else {
      self.init(try RecipePicture(recipe), path: path)
    }
  }

  /// A recipe as an input.
  init(_ recipe: RecipePicture, path: String) {
    self.path = path
    self.recipe = recipe
    developed = nil
    picture = StillPicture(reader: recipe.reader)
  }

  /// Whether there are no stored pixels that could be taken as they are.
  var isRecipe: Bool { recipe != nil }

  /// Whether it can be had at a smaller size for less than all of it: a recipe's size is its own.
  var hasSmallerForms: Bool { recipe == nil || isDeveloped }

  /// The preview that came with a sensor's picture; nil for other files, and where none is large enough.
  func preview(longerSide side: Int, common: CommonOptions) -> InputPicture? {
    guard let raw = developed?.raw, let reader = RAWPreviewReader(raw, longerSide: side, limits: common.limits) else {
      return nil
    }
    return InputPicture(
      path: path,
      picture: StillPicture(
        reader: reader, request: DecodeRequest(allowPartial: common.allowPartial, limits: common.limits),
        url: picture.url))
  }

  /// What was odd about a sensor's pixels, once they have been rendered.
  var unpackingWarnings: [String] { developed?.raw.picture.unpackingWarnings ?? [] }

  /// Of a sensor's file, what its pixels say where its headers do not: how bright it becomes.
  var measured: InputPicture {
    guard developed != nil else { return self }
    var result = self
    result.recipe = recipe?.measured
    return result
  }

  /// What is said of it: of a sensor's file, with where its headroom comes from.
  var describedInfo: StillInfo {
    var info = info
    if developed != nil, info.contentHeadroomSource == .assumed { info.contentHeadroomSource = .measured }
    return info
  }

  /// What somebody should know of how a sensor's file is developed.
  var developmentNotes: [String] { developed?.notes ?? [] }

  /// Whether it is a sensor's file.
  var isDeveloped: Bool { developed != nil }

  /// Whether the stored numbers are SDR, which stay what they are where their meaning does.
  var hasOwnSDRNumbers: Bool { recipe.map(\.hasOwnSDRNumbers) ?? (info.kind == .sdr) }

  /// The kind of the file that the pixels are read from.
  var storedKind: HDRKind { recipe?.storedKind ?? info.kind }

  /// All light before anything was done to it; nil of a recipe that makes or changes light.
  var original: CIImage? { recipe != nil ? recipe?.original : image(headroom: .infinity) }

  /// What ``still()`` says beside the pixels.
  func header() throws(CommandError) -> StillHeader {
    if let recipe { return recipe.header }
    // What comes by rows says it before the first row.
    if let (rows, gainMap) = try rows() { return header(of: rows, gainMap) }
    return try still().header
  }

  /// Bytes of the decoded base picture.
  var decodedByteCount: Int { recipe != nil ? 0 : StillSource(picture: picture, rendition: .base).decodedByteCount }

  /// Bytes of the decoded base picture where only a part of the upright picture is wanted.
  func decodedByteCount(showing rectangle: PixelRect?) -> Int {
    guard let rectangle, picture.reader.decodesRegions else { return decodedByteCount }
    let (width, height) = uprightSize
    return decodedByteCount / max(width * height, 1) * rectangle.width * rectangle.height
  }

  /// The picture from the top, a few rows at a time; nil where it only comes whole.
  func rows() throws(CommandError) -> (source: any StillRowSource, gainMap: GainMapImage?)? {
    if recipe != nil { return nil }
    do throws(ImageIOError) {
      return try picture.rows(includesGainMap: picture.request.includesGainMap)
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// What the alpha of a picture does that is decoded row by row; a pass over the rows until it is known.
  func alphaUse() throws(CommandError) -> AlphaUse {
    guard let source = try withoutGainMap().rows()?.source, source.alpha != .opaque, source.format.hasAlpha else {
      return .opaque
    }
    var scanner = AlphaScanner()
    do {
      var bands = try RowBands(source, height: max(source.rowGroup, 16))
      while !scanner.isDone, let (band, _) = try bands.next() { scanner.add(band) }
      return scanner.use
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// What ``still()`` would say beside the pixels.
  func header(of rows: any StillRowSource, _ gainMap: GainMapImage?) -> StillHeader {
    StillHeader(
      width: rows.width, height: rows.height, format: rows.format, alpha: rows.alpha, encoding: rows.encoding,
      iccProfile: info.iccProfile, orientation: info.orientation, gainMap: gainMap, hdr: info.hdr,
      isBrightnessKnown: info.contentHeadroomSource != .unknown, metadata: info.metadata)
  }

  /// The upright rendition for a display of this headroom; infinity gives all there is.
  func image(headroom: Double, toneMap: ToneMapOperator = .rwtmo) -> CIImage {
    if let recipe { return recipe.image(headroom: headroom, toneMap: toneMap) }
    return covering(CIImage(picture: picture, headroom: headroom, toneMapOperator: toneMap))
  }

  private func covering(_ image: CIImage) -> CIImage {
    ignoresAlpha ? image.settingAlphaOne(in: image.extent) : image
  }

  /// Whether the file says with a gain map what displays of other headrooms show.
  var hasGainMap: Bool { info.gainMap != nil }

  /// The gain map as an image, turned as its file says, where the input is a recipe that has one.
  var recipeGainMap: CIImage? { recipe?.gainMap }

  /// Whether the stored pixels are an SDR picture, with a gain map or without.
  var isBaseSDR: Bool { recipe?.isBaseSDR ?? info.isBaseSDR }

  /// Whether the base is HDR and there is an SDR picture of the author's, by a gain map or by development.
  var hasSDRAlternate: Bool {
    recipe.map { $0.base != nil && $0.gainMap == nil } ?? false || info.hasSDRAlternate
  }

  /// The stored picture, upright, without its gain map.
  func baseImage() throws(CommandError) -> CIImage {
    if let recipe { return recipe.base ?? recipe.image }
    do throws(RenderError) {
      return covering(try CIImage(picture: picture, options: [.applyOrientationProperty: true]))
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// The same input, whose gain map is not decoded.
  func withoutGainMap() -> InputPicture { recipe != nil ? self : decoded { $0.includesGainMap = false } }

  /// The picture as it decodes fastest when it is then made this size or larger: containers that can (JPEG, HEIF) decode
  /// at 1/2, 1/4 or 1/8, and sensors' files are developed at 1/2 or 1/4, which costs less than the whole picture and averages as resampling would. What is still much
  /// larger than the result is averaged row by row.
  ///
  /// - Parameter target: the size of the result, as shown.
  func decodedSmall(for target: (width: Int, height: Int)) throws(CommandError) -> InputPicture {
    if let developed { return try InputPicture(developed.reduced(for: target), path: path) }
    let scale = [8, 4, 2].first { scale in
      let small = decoded { $0.scaleDenominator = scale }.uprightSize
      return small.width >= target.width && small.height >= target.height
        && small.width * small.height >= DecodeRequest.fewestPixels
    }
    let (width, height) = info.orientation.swapsAxes ? (target.height, target.width) : target
    let small = decoded { request in
      if let scale { request.scaleDenominator = scale }
      request.matchGainMap(info.gainMap, toBaseOf: picture.reader)
    }
    guard let reader = ShrinkingReader(picture.reader, small.picture.request, target: (width, height)) else {
      return small
    }
    return InputPicture(
      path: path, picture: StillPicture(reader: reader, request: small.picture.request, url: picture.url))
  }

  /// The same input, decoded in another way.
  private func decoded(_ change: (inout DecodeRequest) -> Void) -> InputPicture {
    var request = picture.request
    change(&request)
    return InputPicture(
      path: path, picture: StillPicture(reader: picture.reader, request: request, url: picture.url))
  }

  private init(path: String, picture: StillPicture) {
    self.path = path
    recipe = nil
    developed = nil
    self.picture = picture
  }

  /// A sensor's file, developed at another size.
  private init(_ file: DevelopedFile, path: String) throws(CommandError) {
    self.path = path
    recipe = try RecipePicture(file)
    developed = file
    picture = file.still
  }

  /// Size in the file, as shown.
  var storedUprightSize: (width: Int, height: Int) {
    info.orientation.swapsAxes ? (info.height, info.width) : (info.width, info.height)
  }

  /// Size as decoded, as shown: after the orientation has been applied.
  var uprightSize: (width: Int, height: Int) {
    if developed != nil, let extent = recipe?.image.extent { return (Int(extent.width), Int(extent.height)) }
    let (width, height) = picture.decodedSize
    return info.orientation.swapsAxes ? (height, width) : (width, height)
  }
}
