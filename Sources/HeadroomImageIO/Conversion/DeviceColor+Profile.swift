internal import HeadroomColor

extension DeviceColor {
  /// The colours of a profile without an encoding; nil, and a warning, where it cannot be used.
  ///
  /// - Parameters:
  ///   - part: the place of the profile, for the warning.
  ///   - model: the picture's colour model.
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
