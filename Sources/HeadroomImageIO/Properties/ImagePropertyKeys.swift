// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// Width in pixels as stored, before the orientation is applied: an integer.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// Height in pixels as stored, before the orientation is applied: an integer.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Pixels per inch across: a number.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// Pixels per inch down: a number.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// Bits of a colour component: an integer.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The orientation of the stored picture, 1...8 as in `CGImagePropertyOrientation`: an integer.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether components are floating point: a Boolean.
public let kCGImagePropertyIsFloat: CFString = "IsFloat"
/// Whether the file stores a palette: a Boolean.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Whether the picture has transparency: a Boolean.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// Layout of the samples of an auxiliary picture: an `OSType`. In data descriptions
/// (``kCGImageAuxiliaryDataInfoDataDescription``).
public let kCGImagePropertyPixelFormat: CFString = "PixelFormat"
/// Bytes from one row of an auxiliary picture to the next: an integer. In data descriptions
/// (``kCGImageAuxiliaryDataInfoDataDescription``).
public let kCGImagePropertyBytesPerRow: CFString = "BytesPerRow"
/// Kind of colour, one of the `kCGImagePropertyColorModel` constants: a string.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// Gray.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// Cyan, magenta, yellow and black.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// CIE L\*a\*b\*.
public let kCGImagePropertyColorModelLab: CFString = "Lab"
/// Name of the colour profile for people: a string.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// Name constant of the colour space, where it has a name: a string.
public let kCGImagePropertyNamedColorSpace: CFString = "NamedColorSpace"
/// Linear ratio of the brightest content to reference white, in files that have more than SDR: a number.
public let kCGImagePropertyHeadroom: CFString = "Headroom"
/// Number of bytes of the file: an integer.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// Number of pictures of the file: an integer.
public let kCGImagePropertyImageCount: CFString = "ImageCount"
/// Index of the picture to show first: an integer.
public let kCGImagePropertyPrimaryImage: CFString = "PrimaryImage"
/// What is in a file: a dictionary with ``kCGImagePropertyImageCount``, ``kCGImagePropertyPrimaryImage`` and
/// ``kCGImagePropertyImages``.
public let kCGImagePropertyFileContentsDictionary: CFString = "{FileContents}"
/// The pictures of a file: an array of dictionaries with index, width, height, colour space, auxiliary pictures and
/// thumbnails.
public let kCGImagePropertyImages: CFString = "Images"
/// Index of a picture in its file: an integer.
public let kCGImagePropertyImageIndex: CFString = "ImageIndex"
/// Small versions of a picture in its file: an array of dictionaries with width and height.
public let kCGImagePropertyThumbnailImages: CFString = "ThumbnailImages"
/// Pictures beside the main ones, such as gain maps: an array of dictionaries.
public let kCGImagePropertyAuxiliaryData: CFString = "AuxiliaryData"
/// The kind of an auxiliary picture, one of the `kCGImageAuxiliaryDataType` constants: a string.
public let kCGImagePropertyAuxiliaryDataType: CFString = "AuxiliaryDataType"
/// Width of an auxiliary picture: an integer.
public let kCGImagePropertyWidth: CFString = "Width"
/// Height of an auxiliary picture: an integer.
public let kCGImagePropertyHeight: CFString = "Height"

/// The `{MakerApple}` part of a picture's properties: numbered fields of an Apple camera's maker note.
///
/// Only `33` and `48` are given, from which the headroom of an Apple gain map is computed.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"

/// The `{JFIF}` part of a JPEG picture's properties.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// Version of JFIF: an array of integers.
public let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
/// Pixels per unit across: an integer.
public let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
/// Pixels per unit down: an integer.
public let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
/// Unit of the density, 0 for none, 1 for inches, 2 for centimetres: an integer.
public let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
/// Whether the file is a progressive JPEG: a Boolean.
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"
