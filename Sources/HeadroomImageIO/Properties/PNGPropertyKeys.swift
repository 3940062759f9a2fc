// Names and strings are those of Image I/O.
internal import HeadroomContainers
public import HeadroomGraphics

/// The `{PNG}` part of a picture's properties.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// Who made the picture: a string.
public let kCGImagePropertyPNGAuthor: CFString = "Author"
/// White, red, green and blue of the cHRM chunk: an array of eight numbers.
public let kCGImagePropertyPNGChromaticities: CFString = "Chromaticities"
/// A comment: a string.
public let kCGImagePropertyPNGComment: CFString = "Comment"
/// Who holds the rights: a string.
public let kCGImagePropertyPNGCopyright: CFString = "Copyright"
/// When the picture was made: a string.
public let kCGImagePropertyPNGCreationTime: CFString = "Creation Time"
/// What the picture shows: a string.
public let kCGImagePropertyPNGDescription: CFString = "Description"
/// A legal notice: a string.
public let kCGImagePropertyPNGDisclaimer: CFString = "Disclaimer"
/// The encoding exponent of the gAMA chunk: a number.
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// 0 for rows in order, 1 for Adam7: an integer.
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// When the picture was changed, ISO 8601: a string.
public let kCGImagePropertyPNGModificationTime: CFString = "ModificationTime"
/// Program that wrote the picture: a string.
public let kCGImagePropertyPNGSoftware: CFString = "Software"
/// Device the picture comes from: a string.
public let kCGImagePropertyPNGSource: CFString = "Source"
/// Rendering intent of the sRGB chunk, 0...3: an integer.
public let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
/// Title of the picture: a string.
public let kCGImagePropertyPNGTitle: CFString = "Title"
/// A warning about the contents: a string.
public let kCGImagePropertyPNGWarning: CFString = "Warning"
/// Pixels per metre across: an integer.
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// Pixels per metre down: an integer.
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
