internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// Turns a picture into a file of one format, as the properties of a destination ask for it: `RenditionPlanner` decides
/// what the file holds, ``RenditionWriter`` renders and writes it. Pixels that the file can hold unchanged stay
/// unchanged.
struct PictureEncoder {
  let format: any ImageFormat.Type
  let options: DestinationOptions

  /// Pixels come from memory and are rendered once.
  private static let context = CIContext(options: [.cacheIntermediates: false, .name: "CGImageDestination"])

  /// The bytes of the file.
  ///
  /// - Throws: `ImageIOError` where the container cannot hold the result, `RenderError` where it cannot be rendered.
  func encode(_ picture: StillImage) throws -> [UInt8] {
    guard let writer = format.writer else {
      throw ImageIOError.notEncodable(format: format.name, text: "is not written")
    }
    try checkDepth()
    let picture = try withoutLeftGainMap(picture)
    let (planner, plan) = try plan(for: picture)
    if planner.keepsPixels(plan, of: picture.header) {
      let finished = try PictureFinisher(format: format, options: options).finished(picture)
      return try writer.encode(finished, options: options.encode)
    }
    // Rendering removes NaN and infinities; in unchanged floats, the writer counts them.
    options.encode.report?.add(changedSamples: picture.base.count(outside: .finite))
    let request = try DestinationRequest(picture, planner, plan, options).request()
    let output = MemoryOutput()
    _ = try throwingOwnErrors { try RenditionWriter(request, in: Self.context).write(to: output) }
    return output.bytes
  }

  private func checkDepth() throws(ImageIOError) {
    guard let bits = options.encode.bitDepth, bits > 8, !format.abilities.contains(.deepColor) else { return }
    throw .notEncodable(format: format.name, text: "has 8 bits, not \(bits)")
  }

  private func plan(
    for picture: StillImage
  ) throws(ImageIOError) -> (planner: RenditionPlanner, plan: RenditionPlan) {
    var subject = RenditionSubject(StillInfo(describing: picture))
    if picture.exceeds(options.maxPixelSize) { subject.geometry = .orthogonal }
    subject.isComputed = picture.hasAlpha && !format.abilities.contains(.alpha) || changesNumbers(of: picture)
    let planner = RenditionPlanner(subject, wishes: options.renditionWishes, target: RenditionTarget(format))
    do throws(RenditionConflict) {
      return (planner, try planner.plan())
    } catch {
      throw .notEncodable(format: format.name, text: error.text)
    }
  }

  /// Whether the requested numbers differ from the picture's.
  private func changesNumbers(of picture: StillImage) -> Bool {
    guard picture.gainMap == nil, !picture.base.format.isFloatingPoint else { return false }
    let wanted = options.baseEncoding(isSDR: !picture.encoding.transfer.isHDR)
    return wanted.map { $0 != picture.encoding } ?? false
  }

  /// The base alone of a picture whose gain map the file does not get, for numbers that stay unchanged.
  private func withoutLeftGainMap(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    guard picture.gainMap != nil, options.rendition == .keep else { return picture }
    guard try plan(for: picture).plan.rendition != .adaptive else { return picture }
    var base = picture
    let plain = picture.hdr.contentHeadroom(for: picture.encoding)
    base.gainMap = nil
    base.contentHeadroom = plain.value
    base.contentHeadroomSource = plain.source
    return base
  }
}

extension StillImage {
  /// Whether the longer side exceeds a limit, if there is one.
  func exceeds(_ limit: Int?) -> Bool { limit.map { max(base.width, base.height) > $0 } ?? false }
}

extension RenditionConflict {
  /// The part of an error's text after the container's name.
  fileprivate var text: String {
    switch self {
    case .transferNotHeld, .hdrNotHeld: "cannot hold PQ or HLG"
    case .gainMapNotHeld: "cannot hold a gain map"
    case .hdrBaseNotHeld: "cannot hold PQ or HLG as the base of a gain map"
    // The keys of a destination choose neither depth nor headroom nor, for the planner, a colour space.
    default: "does not hold what is asked for (\(self))"
    }
  }
}
