// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// The `{GPS}` part of a picture's properties: where it was taken.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// Version of the GPS block: an array of integers.
public let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
/// `N` or `S`: a string.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// Latitude in degrees, without sign: a number.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// `E` or `W`: a string.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// Longitude in degrees, without sign: a number.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// 0 above, 1 below sea level: an integer.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
/// Altitude in metres: a number.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// Time of the fix, UTC, `HH:MM:SS`: a string.
public let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
/// Satellites in use: a string.
public let kCGImagePropertyGPSSatellites: CFString = "Satellites"
/// `A` while measuring, `V` for the last fix: a string.
public let kCGImagePropertyGPSStatus: CFString = "Status"
/// `2` or `3` dimensions: a string.
public let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
/// Dilution of precision: a number.
public let kCGImagePropertyGPSDOP: CFString = "DOP"
/// Unit of the speed, `K`, `M` or `N`: a string.
public let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
/// Speed: a number.
public let kCGImagePropertyGPSSpeed: CFString = "Speed"
/// `T` for true, `M` for magnetic direction: a string.
public let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
/// Direction of movement in degrees: a number.
public let kCGImagePropertyGPSTrack: CFString = "Track"
/// `T` for true, `M` for magnetic direction: a string.
public let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
/// Direction of the camera in degrees: a number.
public let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
/// Geodetic datum: a string.
public let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
/// `N` or `S` of the destination: a string.
public let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
/// Latitude of the destination in degrees: a number.
public let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
/// `E` or `W` of the destination: a string.
public let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
/// Longitude of the destination in degrees: a number.
public let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
/// `T` for true, `M` for magnetic bearing: a string.
public let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
/// Bearing of the destination in degrees: a number.
public let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
/// Unit of the distance, `K`, `M` or `N`: a string.
public let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
/// Distance to the destination: a number.
public let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
/// Date of the fix, UTC, `YYYY:MM:DD`: a string.
public let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
/// Whether differential correction was applied: an integer.
public let kCGImagePropertyGPSDifferental: CFString = "Differental"
/// Horizontal error in metres: a number.
public let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"
/// How the position was found, such as `GPS` or `CELLID`: a string.
public let kCGImagePropertyGPSProcessingMethod: CFString = "ProcessingMethod"
/// Name of the area: a string.
public let kCGImagePropertyGPSAreaInformation: CFString = "AreaInformation"
