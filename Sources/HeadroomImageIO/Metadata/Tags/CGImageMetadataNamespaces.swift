// Names and strings are those of Image I/O; the strings are the URIs of the schemas.
internal import HeadroomContainers
public import HeadroomGraphics

/// EXIF fields. Prefix ``kCGImageMetadataPrefixExif``.
public let kCGImageMetadataNamespaceExif: CFString = MetadataSchema.exif
/// Lenses and serial numbers as Adobe writes them. Prefix ``kCGImageMetadataPrefixExifAux``.
public let kCGImageMetadataNamespaceExifAux: CFString = MetadataSchema.exifAuxiliary
/// EXIF fields from version 2.3 on. Prefix ``kCGImageMetadataPrefixExifEX``.
public let kCGImageMetadataNamespaceExifEX: CFString = MetadataSchema.exifExtended
/// Title, description, creator, keywords. Prefix ``kCGImageMetadataPrefixDublinCore``.
public let kCGImageMetadataNamespaceDublinCore: CFString = MetadataSchema.dublinCore
/// The core of IPTC's photo metadata. Prefix ``kCGImageMetadataPrefixIPTCCore``.
public let kCGImageMetadataNamespaceIPTCCore: CFString = MetadataSchema.iptcCore
/// The extension of IPTC's photo metadata. Prefix ``kCGImageMetadataPrefixIPTCExtension``.
public let kCGImageMetadataNamespaceIPTCExtension: CFString = MetadataSchema.iptcExtension
/// Photoshop's fields: headline, credit, city. Prefix ``kCGImageMetadataPrefixPhotoshop``.
public let kCGImageMetadataNamespacePhotoshop: CFString = MetadataSchema.photoshop
/// TIFF fields: maker, model, orientation. Prefix ``kCGImageMetadataPrefixTIFF``.
public let kCGImageMetadataNamespaceTIFF: CFString = XMPNamespace.tiff
/// Creator tool, dates, rating. Prefix ``kCGImageMetadataPrefixXMPBasic``.
public let kCGImageMetadataNamespaceXMPBasic: CFString = MetadataSchema.basic
/// Owner and terms of use. Prefix ``kCGImageMetadataPrefixXMPRights``.
public let kCGImageMetadataNamespaceXMPRights: CFString = MetadataSchema.rights

/// Prefix of ``kCGImageMetadataNamespaceExif``.
public let kCGImageMetadataPrefixExif: CFString = "exif"
/// Prefix of ``kCGImageMetadataNamespaceExifAux``.
public let kCGImageMetadataPrefixExifAux: CFString = "aux"
/// Prefix of ``kCGImageMetadataNamespaceExifEX``.
public let kCGImageMetadataPrefixExifEX: CFString = "exifEX"
/// Prefix of ``kCGImageMetadataNamespaceDublinCore``.
public let kCGImageMetadataPrefixDublinCore: CFString = "dc"
/// Prefix of ``kCGImageMetadataNamespaceIPTCCore``.
public let kCGImageMetadataPrefixIPTCCore: CFString = "Iptc4xmpCore"
/// Prefix of ``kCGImageMetadataNamespaceIPTCExtension``.
public let kCGImageMetadataPrefixIPTCExtension: CFString = "Iptc4xmpExt"
/// Prefix of ``kCGImageMetadataNamespacePhotoshop``.
public let kCGImageMetadataPrefixPhotoshop: CFString = "photoshop"
/// Prefix of ``kCGImageMetadataNamespaceTIFF``.
public let kCGImageMetadataPrefixTIFF: CFString = "tiff"
/// Prefix of ``kCGImageMetadataNamespaceXMPBasic``.
public let kCGImageMetadataPrefixXMPBasic: CFString = "xmp"
/// Prefix of ``kCGImageMetadataNamespaceXMPRights``.
public let kCGImageMetadataPrefixXMPRights: CFString = "xmpRights"
