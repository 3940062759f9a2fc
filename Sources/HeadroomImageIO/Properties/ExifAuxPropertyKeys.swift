// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// The `{ExifAux}` part of a picture's properties: lenses and serial numbers that Adobe's programs note in XMP.
public let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"
/// Shortest and longest focal length and their f-numbers, 0 for an unknown one: an array of four numbers.
public let kCGImagePropertyExifAuxLensInfo: CFString = "LensInfo"
/// Model of the lens: a string.
public let kCGImagePropertyExifAuxLensModel: CFString = "LensModel"
/// Number by which the maker knows the lens: a number.
public let kCGImagePropertyExifAuxLensID: CFString = "LensID"
/// Serial number of the lens: a string.
public let kCGImagePropertyExifAuxLensSerialNumber: CFString = "LensSerialNumber"
/// Serial number of the camera: a string.
public let kCGImagePropertyExifAuxSerialNumber: CFString = "SerialNumber"
/// Number of the picture: an integer.
public let kCGImagePropertyExifAuxImageNumber: CFString = "ImageNumber"
/// Flash compensation in stops: a number.
public let kCGImagePropertyExifAuxFlashCompensation: CFString = "FlashCompensation"
/// Owner of the camera: a string.
public let kCGImagePropertyExifAuxOwnerName: CFString = "OwnerName"
/// Firmware of the camera: a string.
public let kCGImagePropertyExifAuxFirmware: CFString = "Firmware"
