/// The meaning of a filter input's value; decides how a user interface shows it.
public enum InputType: String, CaseIterable, Sendable {
  /// A number from 0 to 1: progress in time.
  case time = "CIAttributeTypeTime"
  /// A number without a unit.
  case scalar = "CIAttributeTypeScalar"
  /// A length in pixels.
  case distance = "CIAttributeTypeDistance"
  /// An angle in radians.
  case angle = "CIAttributeTypeAngle"
  /// A yes or no, as a number.
  case boolean = "CIAttributeTypeBoolean"
  /// A whole number.
  case integer = "CIAttributeTypeInteger"
  /// A whole number, 0 or more.
  case count = "CIAttributeTypeCount"
  /// A point in pixels: a vector of two.
  case position = "CIAttributeTypePosition"
  /// A shift: a vector of two.
  case offset = "CIAttributeTypeOffset"
  /// A point in space: a vector of three.
  case position3 = "CIAttributeTypePosition3"
  /// A rectangle: a vector of x, y, width, height.
  case rectangle = "CIAttributeTypeRectangle"
  /// A colour whose alpha is ignored.
  case opaqueColor = "CIAttributeTypeOpaqueColor"
  /// A colour.
  case color = "CIAttributeTypeColor"
  /// An image read as a table of colours.
  case gradient = "CIAttributeTypeGradient"
  /// An image.
  case image = "CIAttributeTypeImage"
  /// An affine transform.
  case transform = "CIAttributeTypeTransform"
}
