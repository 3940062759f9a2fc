internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Turns pictures into files of one format: ``RenditionPlanner`` decides what the file holds, ``RenditionConverter`` makes
/// it, and it is written.
struct PictureEncoder {
  let format: any ImageFormat.Type

  /// The bytes of a file with `picture` in the rendition that the options ask for.
  func encode(_ picture: StillImage, _ options: DestinationOptions) throws(ImageIOError) -> [UInt8] {
    guard let writer = format.writer else { throw .notEncodable(format: format.name, text: "is not written") }
    try checkDepth(options)
    let converter = RenditionConverter(format: format, options: options)
    var picture = picture
    if picture.gainMap != nil {
      let (_, plan) = try plan(for: picture, options)
      if plan.keepsGainMap { return try writer.encode(try converter.finished(picture), options: options.encode) }
      if plan.rendition == .adaptive, options.preservesGainMap {
        return try encode(try exchanged(picture, converter), converter, options, writer)
      }
      picture = try withoutGainMap(picture, options)
    }
    return try encodePlain(picture, converter, options, writer)
  }

  private func checkDepth(_ options: DestinationOptions) throws(ImageIOError) {
    guard let bits = options.encode.bitDepth, bits > 8, !format.abilities.contains(.deepColor) else { return }
    throw .notEncodable(format: format.name, text: "has 8 bits, not \(bits)")
  }

  private func plan(
    for picture: StillImage, _ options: DestinationOptions
  ) throws(ImageIOError) -> (planner: RenditionPlanner, plan: RenditionPlan) {
    let subject = RenditionSubject(StillInfo(describing: picture))
    let planner = RenditionPlanner(subject, wishes: options.renditionWishes, target: RenditionTarget(format))
    do throws(RenditionConflict) {
      return (planner, try planner.plan())
    } catch {
      throw .notEncodable(format: format.name, text: error.text)
    }
  }

  // MARK: - Pictures with a gain map

  /// Base and alternate in each other's place, as the picture's own base is not the one to be written.
  private func exchanged(
    _ picture: StillImage, _ converter: RenditionConverter
  ) throws(ImageIOError) -> AdaptivePicture {
    let becomesSDR = picture.gainMap.map { !$0.formula.isBaseLesser } ?? true
    return try AdaptivePicture(
      swappingBaseOf: try converter.resized(picture), to: converter.baseEncoding(forSDR: becomesSDR))
  }

  private func encode(
    _ pair: AdaptivePicture, _ converter: RenditionConverter, _ options: DestinationOptions, _ writer: any ImageWriter
  ) throws(ImageIOError) -> [UInt8] {
    var pair = pair
    pair.base = try converter.finished(pair.base)
    return try writer.encode(pair.base, options: options.encode) { decoded throws(ImageIOError) in
      var map = try pair.gainMap(for: decoded).map
      if let alternate = options.alternateSpace {
        map.description.alternateEncoding = alternate.encoding
        map.description.alternateICCProfile = alternate.embeddedProfile
      }
      return map
    }
  }

  /// The picture that a gain map leads to where that was asked for, otherwise the base picture alone.
  private func withoutGainMap(
    _ picture: StillImage, _ options: DestinationOptions
  ) throws(ImageIOError) -> StillImage {
    switch options.rendition {
    case .sdr: return picture.replacingBase(with: try RenditionMaker(picture).image(.standard))
    case .hdr, .isoHDR, .adaptive:
      return picture.replacingBase(with: try RenditionMaker(picture).image(.high(displayHeadroom: .infinity)))
    case .keep:
      var base = picture
      let plain = picture.hdr.contentHeadroom(for: picture.encoding)
      base.gainMap = nil
      base.contentHeadroom = plain.value
      base.contentHeadroomSource = plain.source
      return base
    }
  }

  // MARK: - Pictures without one

  private func encodePlain(
    _ picture: StillImage, _ converter: RenditionConverter, _ options: DestinationOptions, _ writer: any ImageWriter
  ) throws(ImageIOError) -> [UInt8] {
    let (planner, plan) = try plan(for: picture, options)
    if planner.keepsPixels(plan, of: picture.header) {
      return try writer.encode(try converter.finished(picture), options: options.encode)
    }
    // Conversion leaves nothing of NaN and infinities; of floats that stay, the writer counts them.
    options.encode.report?.add(changedSamples: picture.base.count(outside: .finite))
    let made: StillImage
    switch plan.rendition {
    case .sdr where planner.target.isLinear: made = try converter.float(picture)
    case .sdr: made = try converter.standard(picture)
    case .isoHDR: made = try converter.isoHDR(picture)
    case .float: made = try converter.float(picture)
    case .adaptive:
      // Sized before the map is made, so that both stay in step.
      let pair = try converter.pair(try converter.resized(picture), plan)
      return try encode(pair, converter, options, writer)
    }
    return try writer.encode(try converter.finished(made), options: options.encode)
  }
}

extension RenditionConflict {
  /// What a container cannot hold, behind its name.
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
