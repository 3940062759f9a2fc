// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// The `{Raw}` part of a camera file's properties: its maker's own fields. Files give none here; what all cameras state
/// is in `{Exif}` and `{TIFF}`.
public let kCGImagePropertyRawDictionary: CFString = "{Raw}"
/// The `{CIFF}` part of an old Canon file's properties. Files give none here.
public let kCGImagePropertyCIFFDictionary: CFString = "{CIFF}"
/// The `{8BIM}` part of a properties dictionary: Photoshop's resources. Null takes them out of a file; reading gives none.
public let kCGImageProperty8BIMDictionary: CFString = "{8BIM}"

/// The `{MakerCanon}` part: null takes Canon's maker note out of a file; reading gives none.
public let kCGImagePropertyMakerCanonDictionary: CFString = "{MakerCanon}"
/// The `{MakerNikon}` part: null takes Nikon's maker note out of a file; reading gives none.
public let kCGImagePropertyMakerNikonDictionary: CFString = "{MakerNikon}"
/// The `{MakerMinolta}` part: null takes Minolta's maker note out of a file; reading gives none.
public let kCGImagePropertyMakerMinoltaDictionary: CFString = "{MakerMinolta}"
/// The `{MakerFuji}` part: null takes Fujifilm's maker note out of a file; reading gives none.
public let kCGImagePropertyMakerFujiDictionary: CFString = "{MakerFuji}"
/// The `{MakerOlympus}` part: null takes Olympus' maker note out of a file; reading gives none.
public let kCGImagePropertyMakerOlympusDictionary: CFString = "{MakerOlympus}"
/// The `{MakerPentax}` part: null takes Pentax' maker note out of a file; reading gives none.
public let kCGImagePropertyMakerPentaxDictionary: CFString = "{MakerPentax}"

/// The `{OpenEXR}` part of an OpenEXR picture's properties.
public let kCGImagePropertyOpenEXRDictionary: CFString = "{OpenEXR}"
/// Width of a pixel relative to its height: a number.
public let kCGImagePropertyOpenEXRAspectRatio: CFString = "AspectRatio"
/// Kind of compression as the file numbers it, 0 for none, 3 for ZIP, 4 for PIZ, 8 and 9 for DWA: an integer.
public let kCGImagePropertyOpenEXRCompression: CFString = "Compression"

/// The `{GIF}` part of a GIF picture's properties.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// How often an animation is shown, 0 for without end: an integer.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// Seconds until the next picture, at least 0.1 where the file states 0.02 or less: a number.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// Seconds until the next picture as the file states them: a number.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Whether the file has a colour table for all pictures: a Boolean.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
/// Width of an animation's screen: an integer.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Height of an animation's screen: an integer.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// Seconds until the next picture of an animated PNG, at least 0.1 where the file states 0.02 or less: a number in
/// `{PNG}`.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// Seconds until the next picture of an animated PNG as the file states them: a number in `{PNG}`.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// How often an animated PNG is shown, 0 for without end: an integer in `{PNG}` of the file.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// Width of an animated PNG's screen: an integer in `{PNG}` of the file.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Height of an animated PNG's screen: an integer in `{PNG}` of the file.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// The `{WebP}` part of an animated WebP file's properties.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// Seconds until the next picture, at least 0.1 where the file states 0.02 or less: a number.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// Seconds until the next picture as the file states them: a number.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// How often an animation is shown, 0 for without end: an integer of the file.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// Width of an animation's screen: an integer of the file.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Height of an animation's screen: an integer of the file.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"

/// The `{HEICS}` part of an HEIC sequence's properties. Files give none here: of a sequence the still picture is read.
public let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
/// Seconds until the next picture of an HEIC sequence: a number.
public let kCGImagePropertyHEICSDelayTime: CFString = "DelayTime"
/// The `{AVIS}` part of an AVIF sequence's properties. Files give none here: of a sequence the still picture is read.
public let kCGImagePropertyAVISDictionary: CFString = "{AVIS}"
/// The `{TGA}` part of a Targa picture's properties. Files give none here: the format is not read.
public let kCGImagePropertyTGADictionary: CFString = "{TGA}"
