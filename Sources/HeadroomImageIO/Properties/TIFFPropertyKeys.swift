// Names and strings are those of Image I/O.
internal import HeadroomContainers
public import HeadroomGraphics

/// The `{TIFF}` part of a picture's properties: its creator and equipment.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// Kind of compression: an integer.
public let kCGImagePropertyTIFFCompression: CFString = "Compression"
/// Colour model of the stored picture: an integer.
public let kCGImagePropertyTIFFPhotometricInterpretation: CFString = "PhotometricInterpretation"
/// Name of the document: a string.
public let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
/// What the picture shows: a string.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// Maker of the camera: a string.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// Model of the camera: a string.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// The orientation of the stored picture, 1...8: an integer.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// Pixels per unit across: a number.
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// Pixels per unit down: a number.
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// Unit of the resolution, 2 for inches, 3 for centimetres: an integer.
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// Program that wrote the picture: a string.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// When the picture was changed, `YYYY:MM:DD HH:MM:SS`: a string.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// Who made the picture: a string.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// Computer the picture was made with: a string.
public let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
/// Chromaticity of white: an array of two numbers.
public let kCGImagePropertyTIFFWhitePoint: CFString = "WhitePoint"
/// Chromaticities of the primaries: an array of six numbers.
public let kCGImagePropertyTIFFPrimaryChromaticities: CFString = "PrimaryChromaticities"
/// Tables from stored codes to light, in a TIFF file: an array of integers.
public let kCGImagePropertyTIFFTransferFunction: CFString = "TransferFunction"
/// Width of a tile, in a TIFF file that has them: an integer.
public let kCGImagePropertyTIFFTileWidth: CFString = "TileWidth"
/// Height of a tile, in a TIFF file that has them: an integer.
public let kCGImagePropertyTIFFTileLength: CFString = "TileLength"
/// Who holds the rights: a string.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
