package import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The meaning of an item's samples: the Y'CbCr coding of its planes, and the colour of the R'G'B' that they give.
///
/// Several places may state it. Matrix and range come from the `nclx` property, else from the codec's headers; the
/// colour comes from `nclx` when that states PQ or HLG, else from the ICC profile, else from `nclx`, else from the
/// codec's headers as ``CICP/shownAsStill(ofVideo:)`` reads them, else it is sRGB (MIAF). Canon and Sony put `colr` on
/// the tiles only, so a grid without one uses its first tile's.
struct HEIFColor: Sendable {
  var encoding = ColorEncoding.sRGB
  /// The meaning of R'G'B' and gray, when only a profile's table defines it.
  var device: DeviceColor?
  var iccProfile: [UInt8]?
  var codePoints: CICP?
  var coding: PlanarPicture.Coding
  var warnings: [String] = []

  /// MIAF's default where nothing is stated: BT.601, full range.
  private static let unstated = CICP.untaggedStill

  /// - Parameters:
  ///   - item: the item that is shown.
  ///   - tile: the coded item it is made of, which may be the same.
  init(of item: HEIFItem, tile: HEIFItem) {
    let stated = item.codePoints ?? tile.codePoints
    let inStream = tile.streamCodePoints
    let points = stated ?? inStream
    let isMonochrome = tile.chromaFormat == 0
    // BT.601 where the matrix is not specified, as in MIAF and every other reader.
    var matrix = points.map { $0.matrix == CICP.unspecified ? Self.unstated.matrix : $0.matrix } ?? Self.unstated.matrix
    // A JPEG stream itself states whether its components are red, green and blue.
    if let jpeg = tile.jpeg { matrix = jpeg.isRGB ? 0 : matrix == 0 ? Self.unstated.matrix : matrix }
    coding = PlanarPicture.Coding(
      matrix: matrix, isFullRange: points?.fullRange ?? Self.unstated.fullRange,
      siting: tile.streamSiting ?? (tile.type == "av01" ? .center : .left))
    let profile = item.profile ?? (item.codePoints == nil ? tile.profile : nil)
    let shown = stated ?? inStream?.shownAsStill(ofVideo: tile.type != "av01")
    let coded = Self.encoding(of: shown)
    if let shown, shown.isStated { codePoints = shown }
    if let coded, coded.transfer.isHDR {
      encoding = coded
      iccProfile = ICCProfile.agreeing(profile, with: coded)
    } else if let parsed = profile.flatMap({ readProfile($0, part: item.part, isMonochrome: isMonochrome) }) {
      encoding = parsed.encoding
      iccProfile = profile
      // A profile describes RGB: matrix and range are the container's in any case.
      let tagged = parsed.cicp.map {
        CICP(primaries: $0.primaries, transfer: $0.transfer, matrix: matrix, fullRange: coding.isFullRange)
      }
      codePoints = (stated == nil ? nil : codePoints) ?? tagged
    } else if let device {
      encoding = device.encoding
    } else if let coded {
      encoding = coded
    } else if let shown, shown.isStated {
      warnings.append(
        "\(item.part): colour \(shown.primaries)/\(shown.transfer) is not known; it is taken as sRGB")
    }
    if isMonochrome, device == nil { encoding.model = .monochrome }
    coding.curve = device == nil ? Self.curve(of: points, encoding) : .bt709
    coding.primaries = points.flatMap { ColorPrimaries(cicpCode: $0.primaries) } ?? encoding.primaries
  }

  /// The encoding in which codes are averaged; colours of a table have no stated curve, but one similar to sRGB's.
  var averaged: ColorEncoding { device == nil ? encoding : .sRGB }

  /// The curve with which luma of constant luminance was made. BT.709 and similar encodings are shown with another
  /// curve than they are coded with.
  private static func curve(of points: CICP?, _ encoding: ColorEncoding) -> TransferFunction {
    switch points?.transfer {
    case nil, CICP.unspecified, 1, 6, 14, 15: .bt709
    case 16: .pq
    case 18: .hlg
    default: encoding.transfer
    }
  }

  /// The encoding of code points; an unspecified half is sRGB's.
  private static func encoding(of points: CICP?) -> ColorEncoding? {
    guard var points, points.isStated else { return nil }
    if points.primaries == CICP.unspecified { points.primaries = unstated.primaries }
    if points.transfer == CICP.unspecified { points.transfer = unstated.transfer }
    return points.encoding
  }

  private mutating func readProfile(
    _ bytes: [UInt8], part: String, isMonochrome: Bool
  ) -> (encoding: ColorEncoding, cicp: CICP?)? {
    do throws(ICCError) {
      let profile = try ICCProfile(parsing: bytes)
      guard let encoding = profile.encoding else {
        device = DeviceColor.table(
          of: profile, bytes, isMonochrome ? .gray : .rgb, part: part, warnings: &warnings)
        return nil
      }
      guard encoding.model == .rgb || (encoding.model == .monochrome && isMonochrome) else {
        warnings.append("\(part): an ICC profile of another colour model than the picture's is not used")
        return nil
      }
      return (encoding, profile.cicp)
    } catch {
      warnings.append("\(part): ICC profile: \(error)")
      return nil
    }
  }

  /// The colour that a `tmap` item states for the alternate rendition; nil when it states none.
  static func alternate(of item: HEIFItem) -> (encoding: ColorEncoding, iccProfile: [UInt8]?)? {
    let coded = encoding(of: item.codePoints)
    if let coded, coded.transfer.isHDR { return (coded, nil) }
    if let bytes = item.profile, let encoding = (try? ICCProfile(parsing: bytes))?.encoding, encoding.model == .rgb {
      return (encoding, bytes)
    }
    return coded.map { ($0, nil) }
  }
}

extension CICP {
  /// Whether primaries or transfer are stated.
  fileprivate var isStated: Bool { primaries != CICP.unspecified || transfer != CICP.unspecified }

  /// The meaning of a coded picture's headers where its container states no colour.
  ///
  /// Encoders of phones fill them with the video data space that is nearest to JPEG's: BT.601 primaries, a camera curve
  /// and full range stand for JFIF, whose codes every reader shows as sRGB (5/6/5 of Samsung and Xiaomi, 5/1/5 and
  /// 5/6/6 of Nokia). PQ, HLG, and the matrix and range of Y'CbCr stay as they are.
  ///
  /// - Parameter isVideo: whether no reader takes colour from such headers, as with HEVC: then every camera curve
  ///   becomes sRGB's, and the primaries of television become BT.709's. Browsers do take it from AV1's headers.
  package func shownAsStill(ofVideo isVideo: Bool) -> CICP {
    guard TransferFunction(cicpCode: transfer)?.isHDR != true else { return self }
    var result = self
    let isTelevision = (4...7).contains(primaries)
    let isJFIF = primaries == 5 && (5...6).contains(matrix) && fullRange
    if isJFIF || (isVideo && (isTelevision || Self.cameraCurves.contains(transfer))) {
      result.transfer = CICP.untaggedStill.transfer
    }
    if isJFIF || (isVideo && isTelevision) { result.primaries = CICP.untaggedStill.primaries }
    return result
  }

  /// BT.709, BT.601, SMPTE 240M, xvYCC and BT.2020.
  private static let cameraCurves: Set<UInt8> = [1, 6, 7, 11, 14, 15]
}

extension HEIFItem {
  /// Colour in the codec's own headers.
  fileprivate var streamCodePoints: CICP? { hevc?.sequence?.codePoints ?? av1?.sequence?.codePoints }
  fileprivate var streamSiting: YCbCrEncoding.Siting? {
    (hevc?.sequence?.chromaLocation ?? av1?.sequence?.chromaLocation).flatMap(YCbCrEncoding.Siting.init(rawValue:))
  }
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat: UInt8? { hevc?.chromaFormat ?? av1?.chromaFormat ?? jpeg?.chromaFormat }
}
