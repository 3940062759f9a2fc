internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Turns pictures into files of one format: chooses the rendition, has ``RenditionConverter`` make it, then writes it.
struct PictureEncoder {
  let format: any ImageFormat.Type

  /// The bytes of a file with `picture` in the rendition that the options ask for.
  func encode(_ picture: StillImage, _ options: DestinationOptions) throws(ImageIOError) -> [UInt8] {
    guard let writer = format.writer else { throw .notEncodable(format: format.name, text: "is not written") }
    try checkDepth(options)
    let converter = RenditionConverter(format: format, options: options)
    if picture.gainMap != nil, format.abilities.contains(.gainMap), options.preservesGainMap,
      options.rendition == .richest || options.rendition == .gainMap
    {
      return try encodePair(picture, options, converter, writer)
    }
    var picture = try withoutGainMap(picture, options.rendition)
    let work = try rendition(of: picture, options)
    // Conversion leaves nothing of NaN and infinities; of floats that stay, the writer counts them.
    if work != .asItIs { options.encode.report?.add(changedSamples: picture.base.count(outside: .finite)) }
    switch work {
    case .standard: picture = try converter.standard(picture)
    case .isoHDR: picture = try converter.isoHDR(picture)
    case .float: picture = try converter.float(picture)
    case .gainMap:
      // Sized before the map is made, so that both stay in step.
      let sized = try converter.resized(picture)
      let pair = try options.baseIsSDR ?? true ? converter.pairOnSDR(sized) : converter.pairOnHDR(sized)
      return try encode(pair, converter, options, writer)
    case .asItIs: break
    }
    return try writer.encode(try converter.finished(picture), options: options.encode)
  }

  private func checkDepth(_ options: DestinationOptions) throws(ImageIOError) {
    guard let bits = options.encode.bitDepth, bits > 8, !format.abilities.contains(.deepColor) else { return }
    throw .notEncodable(format: format.name, text: "has 8 bits, not \(bits)")
  }

  // MARK: - Pictures with a gain map

  /// The picture with its map, which keeps its codes unless the other rendition has to be the base.
  private func encodePair(
    _ picture: StillImage, _ options: DestinationOptions, _ converter: RenditionConverter, _ writer: any ImageWriter
  ) throws(ImageIOError) -> [UInt8] {
    let isBaseSDR = picture.isBaseSDR
    let wantsSDR = options.baseIsSDR ?? (isBaseSDR || !format.abilities.contains(.isoHDR))
    guard isBaseSDR != wantsSDR else {
      return try writer.encode(try converter.finished(picture), options: options.encode)
    }
    try checkHDRBase(wantsSDR: wantsSDR)
    let pair = try AdaptivePicture(
      swappingBaseOf: try converter.resized(picture), to: converter.baseEncoding(forSDR: wantsSDR))
    return try encode(pair, converter, options, writer)
  }

  private func checkHDRBase(wantsSDR: Bool) throws(ImageIOError) {
    guard !wantsSDR, !format.abilities.contains(.isoHDR) else { return }
    throw .notEncodable(format: format.name, text: "cannot hold PQ or HLG as the base of a gain map")
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
    _ picture: StillImage, _ rendition: DestinationOptions.Rendition
  ) throws(ImageIOError) -> StillImage {
    guard picture.gainMap != nil else { return picture }
    switch rendition {
    case .standard: return picture.replacingBase(with: try RenditionMaker(picture).image(.standard))
    case .isoHDR, .gainMap:
      let image = try RenditionMaker(picture).image(.high(displayHeadroom: .infinity))
      return picture.replacingBase(with: image)
    case .richest:
      var base = picture
      let plain = picture.hdr.contentHeadroom(for: picture.encoding)
      base.gainMap = nil
      base.contentHeadroom = plain.value
      base.contentHeadroomSource = plain.source
      return base
    }
  }

  // MARK: - Pictures without one

  private enum Work { case asItIs, standard, isoHDR, float, gainMap }

  /// What has to be made of a picture without a gain map.
  private func rendition(of picture: StillImage, _ options: DestinationOptions) throws(ImageIOError) -> Work {
    let isHDR = picture.isBrighterThanWhite
    switch options.rendition {
    case .standard: return needsConversion(picture) || isHDR ? (holdsIntegers ? .standard : .float) : .asItIs
    case .isoHDR:
      guard format.abilities.contains(.isoHDR) else {
        throw .notEncodable(format: format.name, text: "cannot hold PQ or HLG")
      }
      return picture.encoding.transfer.isHDR && !picture.base.format.isFloatingPoint ? .asItIs : .isoHDR
    case .gainMap:
      guard format.abilities.contains(.gainMap) else {
        throw .notEncodable(format: format.name, text: "cannot hold a gain map")
      }
      if isHDR { try checkHDRBase(wantsSDR: options.baseIsSDR ?? true) }
      return isHDR ? .gainMap : needsConversion(picture) ? .standard : .asItIs
    case .richest:
      guard holdsIntegers else { return picture.base.format.isFloatingPoint ? .asItIs : .float }
      guard isHDR else { return needsConversion(picture) ? .standard : .asItIs }
      let isFloat = picture.base.format.isFloatingPoint
      guard needsConversion(picture) || !target.holdsISOHDR && !isFloat else { return .asItIs }
      switch target.richest(for: isFloat ? .float : .isoHDR) {
      case .sdr: return .standard
      case .isoHDR: return .isoHDR
      case .adaptive: return .gainMap
      case .float: return .float
      }
    }
  }

  private var target: RenditionTarget { RenditionTarget(format) }
  private var holdsIntegers: Bool { !target.isLinear }

  /// Whether the numbers cannot be written as they are: floats, extended ranges, PQ and HLG where they do not fit.
  private func needsConversion(_ picture: StillImage) -> Bool {
    guard holdsIntegers else { return !picture.base.format.isFloatingPoint }
    let holdsFloat = format.abilities.contains(.float)
    let isFloat = picture.base.format.isFloatingPoint && !holdsFloat
    let isExtended = picture.encoding.isExtended && !(holdsFloat && picture.base.format.isFloatingPoint)
    return isFloat || isExtended || (picture.encoding.transfer.isHDR && !format.abilities.contains(.isoHDR))
  }
}
