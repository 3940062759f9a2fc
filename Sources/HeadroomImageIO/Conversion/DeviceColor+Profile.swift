internal import HeadroomColor

extension DeviceColor {
  /// The colours of a profile that says no encoding; nil, and a warning, where it cannot be used.
  ///
  /// - Parameters:
  ///   - part: where the profile is, for the warning.
  ///   - model: what the picture has.
  static func table(
    of profile: ICCProfile, _ bytes: [UInt8], _ model: Model, isInverted: Bool = false, part: String,
    warnings: inout [String]
  ) -> DeviceColor? {
    let substitute = model == .cmyk ? "inks are converted by the device formula" : "the picture is taken as sRGB"
    do throws(ICCError) {
      return try table(of: profile, bytes, model, isInverted: isInverted)
    } catch {
      warnings.append("\(part): \(error); \(substitute)")
      return nil
    }
  }
}
