// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// The `{DNG}` part of a DNG file's properties: what its tags say of the sensor's numbers.
public let kCGImagePropertyDNGDictionary: CFString = "{DNG}"
/// Version of DNG that the file follows: an array of four integers.
public let kCGImagePropertyDNGVersion: CFString = "DNGVersion"
/// Oldest version that reads the file: an array of four integers.
public let kCGImagePropertyDNGBackwardVersion: CFString = "DNGBackwardVersion"
/// Name of the camera model, the same in all countries: a string.
public let kCGImagePropertyDNGUniqueCameraModel: CFString = "UniqueCameraModel"
/// Name of the camera model in the language of its country: a string.
public let kCGImagePropertyDNGLocalizedCameraModel: CFString = "LocalizedCameraModel"
/// Serial number of the camera: a string.
public let kCGImagePropertyDNGCameraSerialNumber: CFString = "CameraSerialNumber"
/// Shortest and longest focal length and their f-numbers: an array of four numbers.
public let kCGImagePropertyDNGLensInfo: CFString = "LensInfo"
/// The code of black, one or a pattern of them: an array of numbers.
public let kCGImagePropertyDNGBlackLevel: CFString = "BlackLevel"
/// The code of white, one or one for each plane: an array of numbers.
public let kCGImagePropertyDNGWhiteLevel: CFString = "WhiteLevel"
/// Exposure that a rendering adds, in stops: a number.
public let kCGImagePropertyDNGBaselineExposure: CFString = "BaselineExposure"
/// Noise at ISO 100 relative to a usual sensor: a number.
public let kCGImagePropertyDNGBaselineNoise: CFString = "BaselineNoise"
/// Sharpening relative to a usual sensor: a number.
public let kCGImagePropertyDNGBaselineSharpness: CFString = "BaselineSharpness"
/// Light of the first calibration, as EXIF numbers light: an integer.
public let kCGImagePropertyDNGCalibrationIlluminant1: CFString = "CalibrationIlluminant1"
/// Light of the second calibration: an integer.
public let kCGImagePropertyDNGCalibrationIlluminant2: CFString = "CalibrationIlluminant2"
/// From XYZ to the camera's colours under the first light, by rows: an array of numbers.
public let kCGImagePropertyDNGColorMatrix1: CFString = "ColorMatrix1"
/// From XYZ to the camera's colours under the second light, by rows: an array of numbers.
public let kCGImagePropertyDNGColorMatrix2: CFString = "ColorMatrix2"
/// The camera's colours of white as it was taken: an array of numbers.
public let kCGImagePropertyDNGAsShotNeutral: CFString = "AsShotNeutral"
/// Chromaticity of white as it was taken: an array of two numbers.
public let kCGImagePropertyDNGAsShotWhiteXY: CFString = "AsShotWhiteXY"
/// Exposed pixels: top, left, bottom and right edge: an array of four integers.
public let kCGImagePropertyDNGActiveArea: CFString = "ActiveArea"
