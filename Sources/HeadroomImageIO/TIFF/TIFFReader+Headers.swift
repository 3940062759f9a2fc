internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

extension TIFFReader {
  static func info(
    _ page: TIFF.Page, of file: TIFF.File, frameCount: Int
  ) throws(ImageIOError) -> StillInfo {
    let layout = try TIFF.SampleLayout(page, of: file)
    var info = StillInfo(
      format: TIFFFormat.name, width: page.width, height: page.height, bitDepth: bitDepth(page, layout),
      channels: layout.format.channelCount + (layout.inkAlpha == nil ? 0 : 1), encoding: .sRGB)
    info.frameCount = frameCount
    info.warnings = file.warnings + page.warnings + layout.warnings
    if let orientation = file.first(TIFF.Tag.orientation, of: page.directory), (1...8).contains(orientation) {
      info.orientation = CGImagePropertyOrientation(exifTag: Int(orientation))
    }
    info.isPictureCut = page.isCut(in: file)
    if page.photometric == .yCbCr { info.chroma = chroma(page) }
    readColor(page, layout, file, &info)
    readMetadata(page, file, &info)
    let (headroom, source) = info.hdr.contentHeadroom(for: info.encoding)
    info.contentHeadroom = headroom
    info.contentHeadroomSource = source
    let isLight = layout.isFloatingPoint && info.deviceColor == nil
    info.kind = info.encoding.transfer.isHDR ? .isoHDR : isLight ? .float : .sdr
    return info
  }

  private static func bitDepth(_ page: TIFF.Page, _ layout: TIFF.SampleLayout) -> Int {
    switch page.photometric {
    case .palette: layout.format.bitsPerComponent
    case .logL, .logLuv: 32
    default: page.bitsPerSample
    }
  }

  private static func chroma(_ page: TIFF.Page) -> String? {
    switch page.subsampling {
    case (1, 1): "444"
    case (2, 1): "422"
    case (2, 2): "420"
    case (4, 1): "411"
    default: nil
    }
  }

  // MARK: - Colour

  /// The profile, else the stated primaries with the sRGB curve, else sRGB. Floats without a profile are linear. Inks
  /// without one are converted by the device formula.
  private static func readColor(
    _ page: TIFF.Page, _ layout: TIFF.SampleLayout, _ file: TIFF.File, _ info: inout StillInfo
  ) {
    let isFloat = layout.isFloatingPoint
    var encoding = ColorEncoding(primaries: .bt709, transfer: isFloat ? .linear : .sRGB)
    if page.photometric == .logL || page.photometric == .logLuv {
      encoding.primaries = TIFF.RowFinisher.radiancePrimaries
    } else if let profile = readProfile(layout, page, file, &info) {
      encoding = profile
    } else if let primaries = primaries(page, file, &info.warnings) {
      encoding.primaries = primaries
    }
    if layout.isInks, info.deviceColor == nil {
      info.deviceColor = .inks(isInverted: false)
      info.warnings.append("\(page.part): CMYK is converted by the device formula, without a profile")
    }
    if let device = info.deviceColor {
      info.encoding = device.encoding
      return
    }
    if layout.colors == 1 { encoding.model = .monochrome }
    info.encoding = isFloat ? encoding.extended : encoding
  }

  private static func readProfile(
    _ layout: TIFF.SampleLayout, _ page: TIFF.Page, _ file: TIFF.File, _ info: inout StillInfo
  ) -> ColorEncoding? {
    do throws(ImageIOError) {
      guard
        let bytes = try file.block(TIFF.Tag.iccProfile, of: page.directory, limit: file.limits.maxMetadataBytes)
      else { return nil }
      return encoding(ofProfile: bytes, layout.isInks ? .cmyk : layout.colors == 1 ? .gray : .rgb, &info)
    } catch {
      info.warnings.append("\(error); the profile is ignored")
      return nil
    }
  }

  private static func encoding(
    ofProfile bytes: [UInt8], _ model: DeviceColor.Model, _ info: inout StillInfo
  ) -> ColorEncoding? {
    do throws(ICCError) {
      let profile = try ICCProfile(parsing: bytes)
      guard profile.dataColorSpace == model.signature else {
        info.warnings.append(
          "ICCProfile: a profile for '\(profile.dataColorSpace)' does not fit the picture and is ignored")
        return nil
      }
      guard let encoding = profile.encoding else {
        info.deviceColor = DeviceColor.table(of: profile, bytes, model, part: "ICCProfile", warnings: &info.warnings)
        // An unusable one stays with the numbers that it describes.
        if info.deviceColor == nil, model != .cmyk { info.iccProfile = bytes }
        return nil
      }
      info.iccProfile = bytes
      info.cicp = profile.cicp
      if profile.hasDistinctCurves {
        info.warnings.append("ICCProfile: the channels' curves differ; green's is used for all")
      }
      return encoding
    } catch {
      info.warnings.append("ICCProfile: ignored, \(error)")
      return nil
    }
  }

  /// WhitePoint and PrimaryChromaticities, in x and y of white, red, green and blue.
  private static func primaries(
    _ page: TIFF.Page, _ file: TIFF.File, _ warnings: inout [String]
  ) -> ColorPrimaries? {
    guard let white = page.directory[TIFF.Tag.whitePoint].flatMap({ file.value($0, limit: 64)?.numbers }),
      let points = page.directory[TIFF.Tag.primaryChromaticities].flatMap({ file.value($0, limit: 64)?.numbers }),
      white.count == 2, points.count == 6
    else { return nil }
    let primaries = ColorPrimaries(
      red: Chromaticity(x: points[0], y: points[1]), green: Chromaticity(x: points[2], y: points[3]),
      blue: Chromaticity(x: points[4], y: points[5]), white: Chromaticity(x: white[0], y: white[1]))
    guard !primaries.isDegenerate, (white + points).allSatisfy({ (0...1).contains($0) }) else {
      warnings.append("PrimaryChromaticities: the primaries span no colour space and are ignored")
      return nil
    }
    return primaries
  }

  // MARK: - EXIF, XMP and IPTC

  private static func readMetadata(_ page: TIFF.Page, _ file: TIFF.File, _ info: inout StillInfo) {
    let block = file.exifBlock(of: page.directory)
    if !block.isEmpty { info.metadata.exif = block.serialized() }
    info.cameraMake = block.image[EXIFBlock.Tag.make]?.text
    info.cameraModel = block.image[EXIFBlock.Tag.model]?.text
    do throws(ImageIOError) {
      info.metadata.xmp = try file.block(TIFF.Tag.xmp, of: page.directory, limit: file.limits.maxMetadataBytes)
    } catch {
      info.warnings.append("\(error); XMP is ignored")
    }
    info.warnings += info.metadata.takeResources(of: page.directory, in: file)
  }
}
