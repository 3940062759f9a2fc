internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels
internal import Synchronization

/// Decodes the picture of a ``HEIFPlan`` into one bitmap.
struct HEIFPictureDecoder: Sendable {
  let container: HEIFContainer
  /// The decoded plan: for a grid, the tiles that the wanted region touches.
  let plan: HEIFPlan
  let coding: PlanarPicture.Coding
  /// How many times smaller the result is: 1, 2, 4 or 8.
  let scale: Int
  let averaging: Averaging
  let allowPartial: Bool
  let limits: DecodeLimits
  /// The seams of a larger picture, of which the plan is a row of tiles, and the row's place in it.
  var outerSeams: (seams: HEIFSeams, top: Int)?
  /// Size of the picture in the file.
  private let storedSize: (width: Int, height: Int)
  /// All of the decoded picture.
  private let whole: PixelRect
  /// Where ``plan`` lies in it.
  private let region: PixelRect

  /// The values whose means are the pixels of a smaller picture.
  enum Averaging: Sendable {
    /// The codes, where these are plain numbers, as in a gain map.
    case codes
    /// The light that codes stand for.
    case light(ColorEncoding)
  }

  /// A decoded picture, before crop and orientation.
  struct Picture: Sendable {
    var bitmap: PixelBitmap
    /// The part of the bitmap that has been decoded.
    var region: PixelRect
    /// Whether data is missing or damaged.
    var isPartial = false
    var warnings: [String] = []
  }

  /// - Parameters:
  ///   - scale: one that the plan can be decoded at; see ``scale(_:for:)``.
  ///   - averaging: the values that are averaged to that scale.
  ///   - wanted: the pixels of the decoded picture that are wanted; nil means all.
  init(
    _ plan: HEIFPlan, in container: HEIFContainer, coding: PlanarPicture.Coding, scale: Int, averaging: Averaging,
    wanted: PixelRect? = nil, allowPartial: Bool, limits: DecodeLimits
  ) {
    self.container = container
    storedSize = (plan.width, plan.height)
    whole = plan.whole(scale: scale)
    (self.plan, region) = plan.covering(wanted ?? whole, scale: scale)
    self.coding = coding
    self.scale = scale
    self.averaging = averaging
    self.allowPartial = allowPartial
    self.limits = limits
  }

  /// The scale that is possible: 1, 2, 4 or 8; a grid whose tiles are not a multiple of the wanted one uses a scale of
  /// which they are a multiple.
  static func scale(_ wanted: Int, for plan: HEIFPlan) -> Int {
    let possible = [8, 4, 2].first {
      $0 <= wanted && (plan.tiles.count == 1 || (plan.tileWidth % $0 == 0 && plan.tileHeight % $0 == 0))
    }
    return possible ?? 1
  }

  /// Decodes.
  ///
  /// - Parameter hasAlpha: whether the bitmap gets an alpha component, opaque for now.
  func decode(hasAlpha: Bool = false) throws(ImageIOError) -> Picture {
    try checkLimits()
    // Refused before anything is allocated for it.
    let converter = try makeConverter()
    if plan.tiles.count > 1 { try checkDataIsPlausible() }
    let bitmap = try makeBitmap(width: whole.columns.count, height: whole.rows.count, hasAlpha: hasAlpha)
    var picture = Picture(bitmap: try bitmap.part(region), region: finishedRegion)
    if plan.tiles.count == 1 {
      let worker = Worker(ThreadPool.shared.lease())
      // The planes are the decoder's memory.
      defer { withExtendedLifetime(worker) {} }
      try decode(plan.tiles[0], with: worker, converter, nil, into: &picture)
    } else {
      try decodeGrid(converter, into: &picture)
    }
    picture.bitmap = bitmap
    return picture
  }

  /// The converter from planes to pixels.
  ///
  /// - Throws: for unsupported matrices.
  func makeConverter() throws(ImageIOError) -> YCbCrConverter {
    var subsampling = plan.subsampling
    // Averaging brings chroma to the size of luma.
    if scale > 1, case .codes = averaging, subsampling != .monochrome { subsampling = .full }
    return try ImageIOError.planar { [subsampling] () throws(PlanarError) in
      try YCbCrConverter(coding, bitDepth: plan.bitDepth, subsampling: subsampling)
    }
  }

  /// Decodes all tiles into an existing bitmap of the plan's size.
  func decodeTiles(into bitmap: PixelBitmap, _ converter: YCbCrConverter) throws(ImageIOError) {
    var picture = Picture(bitmap: bitmap, region: region)
    try decodeGrid(converter, into: &picture)
  }

  /// The planes of a picture that is one tile, all of them.
  func decodePlanes() throws(ImageIOError) -> PlanarPicture {
    let worker = Worker(ThreadPool.shared.lease())
    // The planes are kept; the threads are not.
    defer { worker.lease.end() }
    return try decodePlanes(plan.tiles[0], with: worker).view.kept(by: worker)
  }

  /// The part of ``region`` that needs none of the surrounding tiles.
  private var finishedRegion: PixelRect {
    func finished(_ range: Range<Int>, _ all: Range<Int>) -> Range<Int> {
      let start = range.lowerBound == 0 ? 0 : range.lowerBound + HEIFPlan.seamMargin
      let end = range.upperBound == all.upperBound ? all.upperBound : range.upperBound - HEIFPlan.seamMargin
      return start..<max(start, end)
    }
    return PixelRect(columns: finished(region.columns, whole.columns), rows: finished(region.rows, whole.rows))
  }

  /// Checks that the picture in the file may be decoded.
  func checkLimits() throws(ImageIOError) {
    try limits.check(width: UInt64(storedSize.width), height: UInt64(storedSize.height), part: plan.tileItem.part)
  }

  /// The format of the pixels.
  func pixelFormat(hasAlpha: Bool) -> PixelFormat {
    YCbCrConverter.format(bitDepth: plan.bitDepth, subsampling: plan.subsampling, hasAlpha: hasAlpha)
  }

  /// A bitmap for pixels of the picture.
  func makeBitmap(width: Int, height: Int, hasAlpha: Bool = false) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(
        width: width, height: height, format: pixelFormat(hasAlpha: hasAlpha), alpha: .straight)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Checks that every tile has data, before memory is taken for the picture.
  func checkDataIsPlausible() throws(ImageIOError) {
    if allowPartial { return }
    for tile in plan.tiles where try container.data(of: tile.id).byteCount == 0 {
      throw .incompletePicture(part: part(tile), offset: container.bytes.count)
    }
  }

  private func part(_ tile: HEIFPlan.Tile) -> String { container.items[tile.id]?.part ?? "item \(tile.id)" }

  // MARK: - Grid

  /// Threads share the tiles; a single tile is left to its codec's threads.
  private func decodeGrid(_ converter: YCbCrConverter, into picture: inout Picture) throws(ImageIOError) {
    let lease = ThreadPool.shared.lease(plan.tiles.count == 1 ? nil : 1)
    defer { lease.end() }
    let outcome = SharedAccumulator<[(index: Int, result: Outcome)]>([])
    let firstFailure = Atomic(Int.max)
    let bitmap = picture.bitmap
    let seams = scale == 1 ? try HEIFSeams(plan, coding: coding) : nil
    let makeWorker: @Sendable () -> Worker = { Worker(lease) }
    try ThreadPool.shared.forEachPiece(plan.tiles.count, isWhole: true, scratch: makeWorker) { index, worker in
      // A failure stops the tiles after it, never those before: the error does not depend on the threads.
      guard index < firstFailure.load(ordering: .relaxed) else { return }
      var part = Picture(bitmap: bitmap, region: region)
      do throws(ImageIOError) {
        try decode(plan.tiles[index], with: worker, converter, seams, into: &part)
        guard part.isPartial else { return }
        outcome.update { $0.append((index, .partial(part.warnings))) }
      } catch {
        if !allowPartial { firstFailure.min(index, ordering: .relaxed) }
        clear(plan.tiles[index], of: bitmap)
        outcome.update { $0.append((index, .failed(error))) }
      }
    }
    for (_, result) in outcome.value.sorted(by: { $0.index < $1.index }) {
      switch result {
      case .failed(let error):
        guard allowPartial else { throw error }
        picture.warnings.append("\(error)")
      case .partial(let warnings): picture.warnings += warnings
      }
      picture.isPartial = true
    }
    // With a tile missing a seam has one side only.
    if !picture.isPartial { try seams?.repair(bitmap, converter) }
  }

  private enum Outcome: Sendable {
    case partial([String])
    case failed(ImageIOError)
  }

  private func clear(_ tile: HEIFPlan.Tile, of bitmap: PixelBitmap) {
    let (x, y) = (tile.x / scale, tile.y / scale)
    let count = min(plan.tileWidth / scale, bitmap.width - x) * bitmap.format.bytesPerPixel
    for row in y..<min(y + plan.tileHeight / scale, bitmap.height) {
      let start = unsafe bitmap.rowAddress(row) + x * bitmap.format.bytesPerPixel
      unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }
  }

  // MARK: - One coded item

  /// Whether a picture is decoded without its codec's loop filters.
  ///
  /// They smooth the edges of blocks after intra prediction, so that skipping them harms no other pixel, and they take
  /// a tenth to a third of the time. In the mean of 16 or 64 pixels little of their effect is left: on four photos as
  /// HEIC and AVIF of quality 30 to 85, thumbnails with and without differ by 57 to 99 dB (PU21-PSNR), and in their
  /// distance from the original by at most 0.3 dB, either way.
  private var skipsLoopFilters: Bool { scale >= 4 }

  /// The decoders of one thread, kept from tile to tile.
  private final class Worker {
    let lease: ThreadLease
    var hevc: HEVCDecoder?
    var av1: (decoder: AV1Decoder, operatingPoint: UInt8)?

    init(_ lease: ThreadLease) { self.lease = lease }
  }

  private func decode(
    _ tile: HEIFPlan.Tile, with worker: Worker, _ converter: YCbCrConverter, _ seams: HEIFSeams?,
    into picture: inout Picture
  ) throws(ImageIOError) {
    let (view, damage) = try decodePlanes(tile, with: worker)
    if let damage {
      picture.isPartial = true
      picture.warnings += damage
    }
    // Threads share the tiles of a grid.
    let isConcurrent = plan.tiles.count == 1
    seams?.keep(view, x: tile.x, y: tile.y)
    if let (outer, top) = outerSeams { outer.keep(view, x: tile.x, y: top + tile.y) }
    try convert(view, converter, into: picture.bitmap, x: tile.x / scale, y: tile.y / scale, isConcurrent)
  }

  /// Writes a tile's pixels, averaged to ``scale``.
  private func convert(
    _ view: PlanarPicture, _ converter: YCbCrConverter, into bitmap: PixelBitmap, x: Int, y: Int, _ isConcurrent: Bool
  ) throws(ImageIOError) {
    switch averaging {
    case _ where scale == 1: converter.convert(view, into: bitmap, x: x, y: y, isConcurrent: isConcurrent)
    case .light(let encoding):
      let reducer = LightReducer(encoding, by: scale, converter, format: bitmap.format)
      try reducer.convert(view, into: bitmap, x: x, y: y, isConcurrent: isConcurrent)
    case .codes:
      let reduced = try ImageIOError.pixels { () throws(PixelError) in
        try YCbCrReducer.reduce(view, by: scale, isConcurrent: isConcurrent)
      }
      converter.convert(reduced, into: bitmap, x: x, y: y, isConcurrent: isConcurrent)
    }
    try TaskContext.check()
  }

  /// The planes of a tile, in the memory of the worker's decoder until the next tile, and any known damage to them.
  private func decodePlanes(
    _ tile: HEIFPlan.Tile, with worker: Worker
  ) throws(ImageIOError) -> (view: PlanarPicture, damage: [String]?) {
    let name = part(tile)
    var damage: [String]?
    let data = try container.data(of: tile.id)
    let (bytes, range) = data.contiguous(in: container.bytes)
    guard !range.isEmpty, !data.isCut || allowPartial else {
      throw .incompletePicture(part: name, offset: container.bytes.count)
    }
    let memory = try CodecMemory.reserve(
      width: plan.tileWidth, height: plan.tileHeight, bytesPerPixel: CodecMemory.videoDecoder)
    defer { withExtendedLifetime(memory) {} }
    let view: PlanarPicture
    switch tile.codec {
    case .hevc(let configuration):
      let decoder: HEVCDecoder
      if let kept = worker.hevc {
        decoder = kept
      } else {
        decoder = try HEVCDecoder(threads: worker.lease.threadCount, skipsLoopFilters: skipsLoopFilters)
      }
      worker.hevc = decoder
      let decoded = try decoder.decode(
        bytes, range, configuration, coding: coding, part: name, limits: limits, allowPartial: allowPartial)
      view = decoded.view
      if let found = decoded.damage { damage = ["\(name): \(found)"] }
    case .av1(_, let operatingPoint, let layer):
      let decoder: AV1Decoder
      if let kept = worker.av1, kept.operatingPoint == operatingPoint {
        decoder = kept.decoder
      } else {
        decoder = try AV1Decoder(
          worker.lease, limits: limits, operatingPoint: operatingPoint, skipsLoopFilters: skipsLoopFilters)
      }
      worker.av1 = (decoder, operatingPoint)
      view = try decoder.decode(
        bytes, range, layer: layer, coding: coding, part: name, isCut: data.isCut)
      if data.isCut { damage = [] }
    case .jpeg(let stream):
      guard let item = container.items[tile.id] else { throw .internalError("item \(tile.id) is gone") }
      let decoded = try stream.planes(
        of: JPEGItem.bytes(item, data.copy(from: container.bytes)), coding: coding, part: name, limits: limits,
        allowPartial: allowPartial)
      view = decoded.planes
      damage = decoded.damage ?? (data.isCut ? [] : nil)
    }
    try check(view, name)
    return (view, damage)
  }

  /// Checks that the codec's picture matches the properties.
  private func check(_ view: PlanarPicture, _ name: String) throws(ImageIOError) {
    let (width, height) = (view.width, view.height)
    guard width == plan.tileWidth, height == plan.tileHeight else {
      throw .malformed(
        part: name, text: "the picture is \(width)x\(height), not \(plan.tileWidth)x\(plan.tileHeight) as declared",
        offset: nil)
    }
    guard view.bitDepth == plan.bitDepth, view.subsampling == plan.subsampling else {
      throw .malformed(
        part: name, text: "the picture's samples are not those that the configuration declares", offset: nil)
    }
  }
}
