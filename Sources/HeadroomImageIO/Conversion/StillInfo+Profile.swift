internal import HeadroomColor
internal import HeadroomContainers

extension StillInfo {
  /// Takes the profile of an RGB container that states colour in no other way. One that cannot be used
  /// leaves a warning and sRGB.
  ///
  /// - Parameter part: the place of the profile, for warnings.
  mutating func takeProfile(_ bytes: [UInt8], part: String) {
    let profile: ICCProfile
    do throws(ICCError) {
      profile = try ICCProfile(parsing: bytes)
    } catch {
      warnings.append("\(part): \(error); the picture is taken as sRGB")
      return
    }
    guard let encoding = profile.encoding else {
      deviceColor = DeviceColor.table(of: profile, bytes, .rgb, part: part, warnings: &warnings)
      self.encoding = deviceColor?.encoding ?? self.encoding
      return
    }
    guard encoding.model == .rgb else {
      warnings.append("\(part): the profile is not for RGB; the picture is taken as sRGB")
      return
    }
    (iccProfile, self.encoding, cicp) = (bytes, encoding, profile.cicp)
    let headroom = hdr.contentHeadroom(for: encoding)
    (contentHeadroom, contentHeadroomSource) = (headroom.value, headroom.source)
    kind = encoding.transfer.isHDR ? .isoHDR : .sdr
  }
}
