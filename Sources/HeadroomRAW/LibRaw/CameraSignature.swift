package import HeadroomContainers

/// The signatures of cameras' files. LibRaw recognises more, but loading it to check every file costs too much.
package enum CameraSignature {
  package static func isThere(_ bytes: FileBytes) -> Bool {
    ownMarks.contains { bytes.hasBytes($0.bytes, at: $0.offset) } || isTIFFOfCamera(bytes)
      || KodakLumaChroma.isThere(bytes)
  }

  private static let ownMarks: [(bytes: [UInt8], offset: Int)] = [
    // Canon: CR3 consists of ISO boxes, CRW of a container of its own.
    (Array("ftypcrx ".utf8), 4), (Array("HEAPCCDR".utf8), 6),
    (Array("FUJIFILMCCD-RAW".utf8), 0),
    // Panasonic, Olympus: TIFF with other magic numbers.
    ([0x49, 0x49, 0x55, 0x00], 0), (Array("IIRO".utf8), 0), (Array("IIRS".utf8), 0), (Array("MMOR".utf8), 0),
    ([0x00] + Array("MRM".utf8), 0), (Array("FOVb".utf8), 0),
  ]

  /// Whether a TIFF holds a sensor's pixels: by Canon's or Phase One's mark, or by a field of a directory.
  private static func isTIFFOfCamera(_ bytes: FileBytes) -> Bool {
    guard TIFF.header(bytes) != nil else { return false }
    if bytes.hasBytes(Array("CR".utf8), at: 8) || bytes.hasBytes(Array("IIII".utf8), at: 8) { return true }
    // Every TIFF is checked, so thousands of directories are left unread.
    var limits = DecodeLimits.standard
    limits.maxFrames = 32
    guard let file = try? TIFF.File(bytes, limits: limits), let first = file.directories.first,
      first[TIFF.Tag.dngVersion] == nil
    else { return false }
    let below = file.subdirectories(TIFF.Tag.subDirectories, of: first, part: "SubIFDs")
    return (file.directories + below.prefix(8)).contains { isSensor($0, file) }
  }

  private static func isSensor(_ directory: TIFF.Directory, _ file: TIFF.File) -> Bool {
    let photometric = file.first(TIFF.Tag.photometric, of: directory)
    let compression = file.first(TIFF.Tag.compression, of: directory) ?? 1
    return photometric == UInt64(TIFF.Photometric.colorFilterArray.rawValue) || cameraCompressions.contains(compression)
  }

  /// Compressions that only cameras use: Sony, Nikon, Pentax, Kodak, Samsung.
  private static let cameraCompressions: Set<UInt64> = [32767, 34713, 65535, 65000, 32769, 32770, 32772, 262, 7316]
}
