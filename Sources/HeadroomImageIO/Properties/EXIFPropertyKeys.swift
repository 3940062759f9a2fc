// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// The `{Exif}` part of a picture's properties: how it was taken (CIPA DC-008).
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// Exposure time in seconds: a number.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// F-number: a number.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// Program that chose the exposure, 0...8: an integer.
public let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// Spectral sensitivity of each channel: a string.
public let kCGImagePropertyExifSpectralSensitivity: CFString = "SpectralSensitivity"
/// ISO speeds: an array of integers.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// Which sensitivity the ISO speeds are, 0...7: an integer.
public let kCGImagePropertyExifSensitivityType: CFString = "SensitivityType"
/// Standard output sensitivity: an integer.
public let kCGImagePropertyExifStandardOutputSensitivity: CFString = "StandardOutputSensitivity"
/// Recommended exposure index: an integer.
public let kCGImagePropertyExifRecommendedExposureIndex: CFString = "RecommendedExposureIndex"
/// ISO speed of ISO 12232: an integer.
public let kCGImagePropertyExifISOSpeed: CFString = "ISOSpeed"
/// Version of the EXIF standard: an array of integers.
public let kCGImagePropertyExifVersion: CFString = "ExifVersion"
/// When the picture was taken, `YYYY:MM:DD HH:MM:SS`: a string.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// When the picture was stored, `YYYY:MM:DD HH:MM:SS`: a string.
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// Time zone of the last change, `+HH:MM`: a string.
public let kCGImagePropertyExifOffsetTime: CFString = "OffsetTime"
/// Time zone of the moment of taking, `+HH:MM`: a string.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// Time zone of the moment of storing, `+HH:MM`: a string.
public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// Meaning of the components: an array of integers.
public let kCGImagePropertyExifComponentsConfiguration: CFString = "ComponentsConfiguration"
/// Bits per pixel after compression: a number.
public let kCGImagePropertyExifCompressedBitsPerPixel: CFString = "CompressedBitsPerPixel"
/// Shutter speed, APEX: a number.
public let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// Aperture, APEX: a number.
public let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// Brightness, APEX: a number.
public let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// Exposure compensation in stops: a number.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// Widest aperture, APEX: a number.
public let kCGImagePropertyExifMaxApertureValue: CFString = "MaxApertureValue"
/// Distance to the subject in metres: a number.
public let kCGImagePropertyExifSubjectDistance: CFString = "SubjectDistance"
/// How light was metered: an integer.
public let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// Kind of light: an integer.
public let kCGImagePropertyExifLightSource: CFString = "LightSource"
/// Flash status bits: an integer.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// Focal length in millimetres: a number.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// Where the subject is: an array of 2, 3 or 4 integers.
public let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// Private data of the camera maker: `Data`.
public let kCGImagePropertyExifMakerNote: CFString = "MakerNote"
/// Comment of the user: a string.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// Fraction of the second of the last change: a string.
public let kCGImagePropertyExifSubsecTime: CFString = "SubsecTime"
/// Fraction of the second of taking: a string.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// Fraction of the second of storing: a string.
public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// FlashPix version: an array of integers.
public let kCGImagePropertyExifFlashPixVersion: CFString = "FlashPixVersion"
/// 1 for sRGB, 65535 for anything else: an integer.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// Width in pixels: an integer.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// Height in pixels: an integer.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// A sound file that belongs to the picture: a string.
public let kCGImagePropertyExifRelatedSoundFile: CFString = "RelatedSoundFile"
/// Flash energy in beam candle power seconds: a number.
public let kCGImagePropertyExifFlashEnergy: CFString = "FlashEnergy"
/// Pixels per unit across the sensor: a number.
public let kCGImagePropertyExifFocalPlaneXResolution: CFString = "FocalPlaneXResolution"
/// Pixels per unit along the sensor: a number.
public let kCGImagePropertyExifFocalPlaneYResolution: CFString = "FocalPlaneYResolution"
/// Unit of the sensor resolution: an integer.
public let kCGImagePropertyExifFocalPlaneResolutionUnit: CFString = "FocalPlaneResolutionUnit"
/// Where the subject is: two integers.
public let kCGImagePropertyExifSubjectLocation: CFString = "SubjectLocation"
/// Exposure index: a number.
public let kCGImagePropertyExifExposureIndex: CFString = "ExposureIndex"
/// Kind of sensor: an integer.
public let kCGImagePropertyExifSensingMethod: CFString = "SensingMethod"
/// Kind of device, 3 for a digital camera: an integer.
public let kCGImagePropertyExifFileSource: CFString = "FileSource"
/// 1 for a picture taken directly: an integer.
public let kCGImagePropertyExifSceneType: CFString = "SceneType"
/// Whether the picture was processed specially: an integer.
public let kCGImagePropertyExifCustomRendered: CFString = "CustomRendered"
/// 0 automatic, 1 manual, 2 bracketing: an integer.
public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// 0 automatic, 1 manual: an integer.
public let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// Digital zoom factor: a number.
public let kCGImagePropertyExifDigitalZoomRatio: CFString = "DigitalZoomRatio"
/// Equivalent focal length for 35 mm film: an integer.
public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// Kind of scene, 0...3: an integer.
public let kCGImagePropertyExifSceneCaptureType: CFString = "SceneCaptureType"
/// Gain adjustment, 0...4: an integer.
public let kCGImagePropertyExifGainControl: CFString = "GainControl"
/// Contrast processing, 0...2: an integer.
public let kCGImagePropertyExifContrast: CFString = "Contrast"
/// Saturation processing, 0...2: an integer.
public let kCGImagePropertyExifSaturation: CFString = "Saturation"
/// Sharpness processing, 0...2: an integer.
public let kCGImagePropertyExifSharpness: CFString = "Sharpness"
/// Rough distance, 0...3: an integer.
public let kCGImagePropertyExifSubjectDistRange: CFString = "SubjectDistRange"
/// Identifier of the picture: a string.
public let kCGImagePropertyExifImageUniqueID: CFString = "ImageUniqueID"
/// Owner of the camera: a string.
public let kCGImagePropertyExifCameraOwnerName: CFString = "CameraOwnerName"
/// Serial number of the camera: a string.
public let kCGImagePropertyExifBodySerialNumber: CFString = "BodySerialNumber"
/// Shortest and longest focal length and their f-numbers: an array of four numbers.
public let kCGImagePropertyExifLensSpecification: CFString = "LensSpecification"
/// Maker of the lens: a string.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// Model of the lens: a string.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// Serial number of the lens: a string.
public let kCGImagePropertyExifLensSerialNumber: CFString = "LensSerialNumber"
/// Whether the picture was made of several: an integer.
public let kCGImagePropertyExifCompositeImage: CFString = "CompositeImage"
/// Gamma of the transfer function: a number.
public let kCGImagePropertyExifGamma: CFString = "Gamma"
