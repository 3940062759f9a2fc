// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// Quality of lossy compression, 0 smallest to 1 best: a number. The format's default without it.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The longest side of the picture written, in pixels; larger ones are made smaller, together with their gain map.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"
/// The colour behind transparent pixels in a format without transparency: a `CGColor`, white unless given.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// Whether to convert to sRGB: a Boolean, false unless given.
public let kCGImageDestinationOptimizeColorForSharing: CFString = "kCGImageDestinationOptimizeColorForSharing"
/// Whether to put a small version of the picture beside it: a Boolean, false unless given. JPEG stores it in the EXIF
/// block, HEIC and AVIF as a separate item; other formats have no place for one. Small pictures get none.
public let kCGImageDestinationEmbedThumbnail: CFString = "kCGImageDestinationEmbedThumbnail"
/// Whether a picture added from a source keeps its gain map: a Boolean, true unless given.
///
/// A format that cannot hold a gain map gets only the base picture, unless ``kCGImageDestinationEncodeRequest``
/// requests another rendition.
public let kCGImageDestinationPreserveGainMap: CFString = "kCGImageDestinationPreserveGainMap"
/// The orientation of the stored picture, 1...8: an integer; null for 1. Pixels are not turned.
public let kCGImageDestinationOrientation: CFString = "kCGImageDestinationOrientation"
/// Whether to leave out where the picture was taken: a Boolean, false unless given.
///
/// `CGImageDestinationCopyImageSource` leaves out EXIF's GPS directory and XMP's properties of the same names, of all
/// pictures of the file. Pictures that are written anew also lose places in other fields, and maker notes except Apple's.
public let kCGImageMetadataShouldExcludeGPS: CFString = "kCGImageMetadataShouldExcludeGPS"
/// Whether to leave out XMP: a Boolean, false unless given.
public let kCGImageMetadataShouldExcludeXMP: CFString = "kCGImageMetadataShouldExcludeXMP"
/// The date of a copied file: a `Date`, or a text such as `2024:05:01 10:20:30` or `2024-05-01T10:20:30+02:00`. Only
/// dates that the file already states are changed, in EXIF, IPTC and XMP. For `CGImageDestinationCopyImageSource`.
public let kCGImageDestinationDateTime: CFString = "kCGImageDestinationDateTime"
/// The tags of a copied file: a `CGImageMetadata`. They replace all others unless ``kCGImageDestinationMergeMetadata``
/// is true; what is no tag stays: maker notes, previews, the descriptions of gain maps. For
/// `CGImageDestinationCopyImageSource`.
public let kCGImageDestinationMetadata: CFString = "kCGImageDestinationMetadata"
/// Whether ``kCGImageDestinationMetadata`` is merged into the file's own tags, replacing those with the same names: a
/// Boolean, false unless given. A tag whose value is null goes.
public let kCGImageDestinationMergeMetadata: CFString = "kCGImageDestinationMergeMetadata"

/// Which rendition to write: ``kCGImageDestinationEncodeToSDR``, ``kCGImageDestinationEncodeToISOHDR`` or
/// ``kCGImageDestinationEncodeToISOGainmap``. Without it, the richest that the format can hold: the image's own kind,
/// else a gain map, else SDR.
public let kCGImageDestinationEncodeRequest: CFString = "kCGImageDestinationEncodeRequest"
/// An SDR picture; HDR is tone mapped with BT.2390.
public let kCGImageDestinationEncodeToSDR: CFString = "kCGImageDestinationEncodeToSDR"
/// A PQ or HLG picture; any other picture becomes BT.2100 PQ with 16 bits.
public let kCGImageDestinationEncodeToISOHDR: CFString = "kCGImageDestinationEncodeToISOHDR"
/// An SDR picture with an ISO 21496-1 gain map that leads to the HDR image.
public let kCGImageDestinationEncodeToISOGainmap: CFString = "kCGImageDestinationEncodeToISOGainmap"
/// More about the request: a dictionary with the other `kCGImageDestinationEncode` keys.
public let kCGImageDestinationEncodeRequestOptions: CFString = "kCGImageDestinationEncodeRequestOptions"
/// Whether the base picture is the SDR one: a Boolean. False stores the HDR picture, with a gain map that leads to SDR, in
/// formats that hold PQ or HLG. Unless given, a picture with a gain map keeps the base it has where the format can hold it;
/// others get an SDR base.
public let kCGImageDestinationEncodeBaseIsSDR: CFString = "kCGImageDestinationEncodeBaseIsSDR"
/// Colour space of the base picture: a `CGColorSpace`. Unless given, sRGB or Display P3 by the image's colours for an SDR
/// base, BT.2100 PQ for an HDR one.
public let kCGImageDestinationEncodeBaseColorSpace: CFString = "kCGImageDestinationEncodeBaseColorSpace"
/// Colour space with which the gain map's alternate rendition is tagged, in containers that have
/// a tag: a `CGColorSpace`.
public let kCGImageDestinationEncodeAlternateColorSpace: CFString = "kCGImageDestinationEncodeAlternateColorSpace"
/// Pixel format of the base picture in the file: an `OSType` of an integer format, such as
/// `kCVPixelFormatType_420YpCbCr10BiPlanarFullRange`. Only its bit depth and its chroma resolution count.
public let kCGImageDestinationEncodeBasePixelFormatRequest: CFString =
  "kCGImageDestinationEncodeBasePixelFormatRequest"
/// Pixels of the picture per gain map pixel, each way: 1, 2 or 4; 2 unless given.
public let kCGImageDestinationEncodeGainMapSubsampleFactor: CFString = "kCGImageDestinationEncodeGainMapSubsampleFactor"
/// How light is brought into an SDR picture: a `CGToneMapping` or its number; the rendition's own way unless given.
public let kCGImageDestinationEncodeTonemapMode: CFString = "kCGImageDestinationEncodeTonemapMode"
/// Pixel format of the gain map: an `OSType`; one with three components gives each colour its own gain,
/// otherwise one gain serves all.
public let kCGImageDestinationEncodeGainMapPixelFormatRequest: CFString =
  "kCGImageDestinationEncodeGainMapPixelFormatRequest"
