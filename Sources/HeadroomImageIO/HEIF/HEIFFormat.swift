package import HeadroomContainers

/// HEIF with HEVC or JPEG pictures (ISO/IEC 23008-12), gain maps of all kinds included.
package enum HEICFormat: ImageFormat {
  package static let name = "heic"
  package static let uti = "public.heic"
  package static let extensions = ["heic", "heif", "hif"]
  package static let mimeType = "image/heic"
  package static let abilities: ImageFormatAbilities = [
    .reading, .writing, .isoHDR, .gainMap, .deepColor, .alpha, .lossless, .lossy, .chromaSubsampling, .orientation,
  ]
  package static let writableDepths: [SampleDepth] = [.bits8, .bits10, .bits12]

  private static let brands: Set<FourCC> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "miaf", "MiHB", "MiHA", "MiHE", "MiPr",
    "jpeg", "jpgs", "avci", "avcs",
  ]

  /// Whether the brands are HEIF's, and none is AVIF's.
  package static func recognizes(_ bytes: FileBytes) -> Bool {
    let found = HEIFBrands.read(bytes)
    return !AVIFFormat.owns(found) && found.contains(where: brands.contains)
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try HEIFReader(bytes, format: name, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { HEIFPictureWriter<HEVCPictureCodec>() }
}

/// HEIF with AV1 pictures (AV1 Image File Format), gain maps included.
package enum AVIFFormat: ImageFormat {
  package static let name = "avif"
  package static let uti = "public.avif"
  package static let extensions = ["avif"]
  package static let mimeType = "image/avif"
  package static let abilities: ImageFormatAbilities = [
    .reading, .writing, .isoHDR, .gainMap, .deepColor, .alpha, .lossless, .lossy, .chromaSubsampling, .orientation,
  ]
  package static let writableDepths: [SampleDepth] = [.bits8, .bits10, .bits12]

  /// Whether the brands are AVIF's.
  static func owns(_ brands: [FourCC]) -> Bool { brands.contains("avif") || brands.contains("avis") }

  package static func recognizes(_ bytes: FileBytes) -> Bool { owns(HEIFBrands.read(bytes)) }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try HEIFReader(bytes, format: name, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { HEIFPictureWriter<AV1PictureCodec>() }
}

/// The brands at the start of a file.
enum HEIFBrands {
  /// The major and the compatible brands; none when the file does not start with `ftyp`.
  static func read(_ bytes: FileBytes) -> [FourCC] {
    var reader = ByteReader(bytes, part: "ftyp")
    guard let size = try? reader.u32(), size >= 16, (try? reader.type()) == "ftyp", let major = try? reader.type(),
      (try? reader.skip(4)) != nil
    else { return [] }
    var brands = [major]
    let end = min(Int(size), bytes.count, 4096)
    while reader.position + 4 <= end, let brand = try? reader.type() { brands.append(brand) }
    return brands
  }
}
