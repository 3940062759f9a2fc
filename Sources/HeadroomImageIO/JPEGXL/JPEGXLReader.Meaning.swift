internal import HeadroomColor

extension JPEGXLReader {
  /// The encoding of decoded numbers, and the decoder's target that produces it.
  ///
  /// Samples that are stored as declared are returned as they are. Those in XYB are light: the decoder converts them to
  /// any enumerated encoding, here to the declared one, including PQ and HLG. For a profile without an equal enumerated
  /// encoding the target is the nearest one in its primaries; for a profile of tables it is Display P3.
  struct Meaning: Sendable {
    var encoding: ColorEncoding
    /// The meaning of samples that are inks or that only a profile's table defines.
    var device: DeviceColor?
    /// The profile, when ``encoding`` comes from it.
    var profile: [UInt8]?
    var codePoints: CICP?
    /// The colour to which XYB is converted.
    var target: JPEGXL.Color?

    init(_ header: JPEGXL.Header, _ warnings: inout [String]) {
      encoding = .sRGB
      if header.blackChannel != nil {
        readInks(header, &warnings)
      } else if let bytes = header.profile {
        readProfile(bytes, of: header, &warnings)
      } else {
        readColor(header, &warnings)
      }
      if let device {
        encoding = device.encoding
        return
      }
      if header.colorChannels == 1 { encoding.model = .monochrome }
      if header.isFloat { encoding = encoding.extended }
    }

    /// Samples of inks are the share of the paper's light that the inks leave.
    private mutating func readInks(_ header: JPEGXL.Header, _ warnings: inout [String]) {
      if let bytes = header.profile, header.colorChannels == 3 {
        do throws(ICCError) {
          device = DeviceColor.table(
            of: try ICCProfile(parsing: bytes), bytes, .cmyk, isInverted: true, part: "codestream/ICC",
            warnings: &warnings)
        } catch {
          warnings.append("codestream/ICC: \(error)")
        }
      }
      if device == nil { warnings.append("codestream: CMYK is converted by the device formula, without a profile") }
    }

    private mutating func readColor(_ header: JPEGXL.Header, _ warnings: inout [String]) {
      if let declared = header.color.encoding {
        encoding = declared
        codePoints = header.color.codePoints
        target = header.isOriginalColor ? nil : header.color
      } else {
        warnings.append("codestream: the colour encoding is not stated; the picture is taken as sRGB")
        setTarget(.sRGB, header)
      }
    }

    private mutating func readProfile(_ bytes: [UInt8], of header: JPEGXL.Header, _ warnings: inout [String]) {
      let model: ColorEncoding.Model = header.colorChannels == 1 ? .monochrome : .rgb
      do throws(ICCError) {
        let parsed = try ICCProfile(parsing: bytes)
        guard let declared = parsed.encoding else { return readTable(parsed, bytes, of: header, &warnings) }
        guard declared.model == model else {
          warnings.append("codestream/ICC: the profile is not for these channels; the picture is taken as sRGB")
          return setTarget(.sRGB, header)
        }
        guard header.isOriginalColor || JPEGXL.Color(declared) == nil else {
          return setTarget(declared, header, profile: bytes, parsed.cicp)
        }
        guard !header.isOriginalColor else {
          encoding = declared
          profile = bytes
          codePoints = parsed.cicp
          return
        }
        setTarget(ColorEncoding(model: model, primaries: declared.primaries, transfer: .sRGB), header)
        if target == nil { setTarget(.sRGB, header) }
        warnings.append("codestream/ICC: the profile's curve was replaced with sRGB's")
      } catch {
        warnings.append("codestream/ICC: \(error); the picture is taken as sRGB")
        setTarget(.sRGB, header)
      }
    }

    private mutating func readTable(
      _ parsed: ICCProfile, _ bytes: [UInt8], of header: JPEGXL.Header, _ warnings: inout [String]
    ) {
      let isGray = header.colorChannels == 1
      guard header.isOriginalColor else {
        return setTarget(isGray ? .sRGB : .displayP3, header)
      }
      device = DeviceColor.table(
        of: parsed, bytes, isGray ? .gray : .rgb, part: "codestream/ICC", warnings: &warnings)
      if device == nil { setTarget(.sRGB, header) }
    }

    private mutating func setTarget(
      _ wanted: ColorEncoding, _ header: JPEGXL.Header, profile: [UInt8]? = nil, _ codePoints: CICP? = nil
    ) {
      encoding = wanted
      if header.colorChannels == 1 { encoding.model = .monochrome }
      self.profile = profile
      self.codePoints = codePoints
      target = header.isOriginalColor ? nil : JPEGXL.Color(encoding)
    }
  }
}
