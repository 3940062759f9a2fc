// Keys of the dictionaries that `CIFilter.attributes` returns. Names and values are Core Image's.

/// The filter's name: a string.
public let kCIAttributeFilterName = "CIAttributeFilterName"

/// The filter's display name: a string.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"

/// The filter's categories: an array of strings.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"

/// What a filter or input does: a string.
public let kCIAttributeDescription = "CIAttributeDescription"

/// Where the filter is documented: a URL.
public let kCIAttributeReferenceDocumentation = "CIAttributeReferenceDocumentation"

/// The iOS version that introduced the filter: a string.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"

/// The macOS version that introduced the filter: a string.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"

/// An input's key: a string.
public let kCIAttributeName = "CIAttributeName"

/// An input's display name: a string.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"

/// The class of an input's value: a string.
public let kCIAttributeClass = "CIAttributeClass"

/// What an input's value means: one of the `kCIAttributeType` strings.
public let kCIAttributeType = "CIAttributeType"

/// The smallest legal value: a number.
public let kCIAttributeMin = "CIAttributeMin"

/// The largest legal value: a number.
public let kCIAttributeMax = "CIAttributeMax"

/// Where a slider should start: a number.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"

/// Where a slider should end: a number.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"

/// The value an input starts with.
public let kCIAttributeDefault = "CIAttributeDefault"

/// The value at which an input changes nothing.
public let kCIAttributeIdentity = "CIAttributeIdentity"

/// A number from 0 to 1: progress in time.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"

/// A number without a unit.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"

/// A length in pixels.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"

/// An angle in radians.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"

/// A yes or no, as a number.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"

/// A whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"

/// A whole number, 0 or more.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"

/// A point in pixels: a vector of two.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"

/// A shift: a vector of two.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"

/// A point in space: a vector of three.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"

/// A rectangle: a vector of x, y, width, height.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"

/// A colour whose alpha is ignored.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"

/// A colour.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"

/// An image read as a table of colours.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"

/// An image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"

/// An affine transform.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"
