internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The answers about one file with the request's filters. Each is a function in a separate file beside this one.
struct FileAnswers {
  let services: ViewerServices
  let entry: LibraryEntry
  let query: ViewerQuery
  let filters: PictureFilters
  /// The size of the upright picture after the filters.
  let size: PixelSize
  private let opened: OpenFile

  /// - Throws: why the file cannot be read, or the mistake in the filters.
  init(_ services: ViewerServices, _ entry: LibraryEntry, _ query: ViewerQuery) throws {
    self.services = services
    self.entry = entry
    self.query = query
    opened = try services.files.file(entry, layer: query["layerName"])
    filters = try PictureFilters(query)
    size =
      filters.isEmpty
      ? opened.size : try filters.apply(to: PictureRecipes(opened).light, services.filterFiles()).frameSize
  }

  var file: OpenFile { opened }
  var renderer: ViewerRenderer { services.renderer }
  private var key: String { "\(entry.id)/\(entry.version)/\(query["layerName"] ?? "")/\(isCalibrated)" }

  /// Longest side of pictures that are sent as numbers.
  static let largestSide = 4096

  /// The requested longest side.
  func side(default usual: Int = 1600) throws(ViewerError) -> Int {
    try query.integer("max", in: 1...Self.largestSide, default: usual)
  }

  /// Whether it is the file's first picture without filters.
  var isAsStored: Bool { filters.isEmpty && (query["layerName"] ?? "").isEmpty }

  // MARK: Exposure

  /// Whether light that is not relative to white is exposed as `headroom convert` does.
  private var isCalibrated: Bool { query["calibrated"] != "0" }

  /// The stops that make the light relative to white; 0 where it already is, or nothing better is known.
  func automaticStops() throws -> Double {
    try file.automaticStops { try services.reports.automaticExposure(of: .init(name: entry.name, picture: $0)) }
  }

  /// The stops by which the picture is automatically exposed before its filters.
  func exposedStops() throws -> Double { isCalibrated ? try automaticStops() : 0 }

  /// The images of the file, their light relative to white.
  func recipes(side: Int? = nil) throws -> PictureRecipes {
    PictureRecipes(file, side: side, exposedBy: try exposedStops())
  }

  // MARK: Light

  /// The light after the filters, averaged to fit into a square, of the whole picture or of a rectangle in its pixels.
  ///
  /// - Parameter headroom: the display that a gain map is weighted for.
  func light(side: Int, rectangle: PixelRect? = nil, headroom: Double = .infinity) throws -> PixelBitmap {
    let place = rectangle.map { "\($0.minX),\($0.minY),\($0.width),\($0.height)" } ?? ""
    let name = "\(key)/\(side)/\(place)/\(headroom)/\(filters.text)"
    if let known = services.lights[name] { return known }
    let bitmap = try renderer.light(try resampled(side: side, rectangle: rectangle) { $0.shown(on: headroom) })
    services.lights.keep(bitmap, byteCount: bitmap.rowBytes * bitmap.height, for: name)
    return bitmap
  }

  /// An image of the file after the filters, or a rectangle of it, averaged to fit into a square.
  func resampled(
    side: Int, rectangle: PixelRect? = nil, _ image: (PictureRecipes) throws -> CIImage
  ) throws -> CIImage {
    let part = rectangle ?? PixelRect(width: size.width, height: size.height)
    let target = PixelSize(width: part.width, height: part.height).fitting(side)
    // For a part, the whole picture needs as many pixels as if it were shown entirely at the part's scale.
    let wanted = Int(
      (Double(size.longest) * Double(target.longest) / Double(max(part.width, part.height))).rounded(.up))
    let image = try edited(decodedFor: wanted, image)
    // The result of filters has the size of its frame; without filters the picture may have been decoded smaller.
    let whole = filters.isEmpty ? image.extent.size : CGSize(width: size.width, height: size.height)
    let (across, down) = (whole.width / CGFloat(size.width), whole.height / CGFloat(size.height))
    let area = CGRect(
      x: CGFloat(part.minX) * across, y: whole.height - CGFloat(part.maxY) * down,
      width: CGFloat(part.width) * across, height: CGFloat(part.height) * down)
    return image.resampled(area, to: target)
  }

  /// The picture with its filters. They work on the file's own pixels, whatever the view.
  func edited(decodedFor side: Int?, _ image: (PictureRecipes) throws -> CIImage) throws -> CIImage {
    guard !filters.isEmpty else { return try image(recipes(side: side)) }
    return try filters.apply(to: try image(recipes()), services.filterFiles())
  }

  // MARK: Drafts

  /// The draft shown while a filter's slider moves: a small picture that is kept in memory, with the filters' lengths
  /// scaled down too.
  func draft(side: Int, headroom: Double) throws -> PixelBitmap {
    let small = try draftSource(side: side, headroom: headroom)
    let scale = Double(small.extent.width) / Double(file.size.width)
    let image = try filters.apply(to: small, scale: scale, services.filterFiles(scale: scale))
    return try renderer.light(image.resampled(to: size.fitting(side)))
  }

  private func draftSource(side: Int, headroom: Double) throws -> CIImage {
    let name = "\(key)/draft/\(side)/\(headroom)"
    let image = try recipes(side: side).shown(on: headroom)
    let bitmap: PixelBitmap
    if let known = services.lights[name] {
      bitmap = known
    } else {
      bitmap = try renderer.translucent(image.resampled(to: file.size.fitting(side)))
      services.lights.keep(bitmap, byteCount: bitmap.rowBytes * bitmap.height, for: name)
    }
    return CIImage(
      cgImage: CGImage(
        bitmap: bitmap, colorSpace: CGColorSpace(encoding: .extendedLinearITUR2020),
        contentHeadroom: image.contentHeadroom))
  }

  // MARK: Headroom

  /// The linear headroom of the content: the stated one, otherwise measured from all of it.
  func contentHeadroom() throws -> Double {
    if let known = services.headrooms["\(key)/\(filters.text)"] { return known }
    let found = try LayerSimulation.contentHeadroom(stated: try statedHeadroom() ?? 0) { try measuredHeadroom() }
    services.headrooms.keep(found, byteCount: 8 + filters.text.utf8.count, for: "\(key)/\(filters.text)")
    return found
  }

  /// The stated headroom of the content; nil without one. No pixels are read.
  func statedHeadroom() throws -> Double? {
    if filters.isEmpty, file.info.isBrightnessUnknown { return nil }
    let headroom = Double(try edited(decodedFor: 256) { $0.light }.contentHeadroom)
    return headroom >= 1 && headroom.isFinite ? headroom : nil
  }

  private func measuredHeadroom() throws -> Double {
    var meter = LightMeter()
    meter.add(
      filters.isEmpty
        ? try light(side: Self.measuredSide) : try draft(side: Self.measuredSide, headroom: .infinity))
    return max(meter.contentHeadroom, 1)
  }

  private static let measuredSide = 1024
}
