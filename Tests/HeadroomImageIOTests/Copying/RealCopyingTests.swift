import Foundation
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPictures
import HeadroomTestSupport
import Testing

/// `CGImageDestinationCopyImageSource` on real files, with exiftool as the judge.
@Suite("Real files copied with other metadata", .enabled(if: TestData.isAvailable))
struct RealCopyingTests {
  private static let exiftool = InstalledProgram("exiftool")

  /// The files of the folders whose format can be changed so.
  static var all: [String] {
    let root = TestData.still("")
    let folders = [
      "avif-gainmap", "avif-pq", "heic-apple-gainmap", "heic-camera", "heic-pq", "heic-tmap", "jpeg-apple-gainmap",
      "jxl",
      "png-hdr", "tiff", "ultrahdr",
    ]
    return folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
      return names.sorted().filter { name in
        ["jpg", "jpeg", "png", "tif", "tiff", "heic", "avif", "jxl"].contains(
          (name as NSString).pathExtension.lowercased())
      }.map { "\(folder)/\($0)" }
    }.filter { $0 != cut }
  }

  /// Everything that exiftool says, by group and name, binary values too. Size and dates of the file itself are left out.
  private static func report(_ path: String) throws -> [String: String] {
    let program = try #require(exiftool)
    let output = try #require(try program.run(["-json", "-G1", "-a", "-U", "-m", "-b", "-x", "System:All", path]))
    let list = try #require(try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
    return (list.first ?? [:]).mapValues { "\($0)" }
  }

  /// Lengths and offsets that follow the length of the metadata.
  private static let following = [
    "SourceFile", "MPImageStart", "MPImageLength", "DirectoryItemLength", "MediaDataOffset", "MediaDataSize",
    "ThumbnailOffset", "StripOffsets", "TileOffsets", "OtherImageStart", "PreviewImageStart", "ExifByteOrder",
    "XMPToolkit",
    "MetaImageSize", "ItemLength",
    // All bytes of the file's items, with their metadata.
    "QuickTime:MediaData",
    // The digest of IPTC follows IPTC.
    "IPTCDigest",
    // A bare codestream gets a container, and metadata that was compressed, which exiftool does not read, is written plainly.
    "Jpeg2000:", "File:FileType",
    // Of two blocks of IPTC in a TIFF file, the second repeats the first.
    "IPTC2:",
    // An empty packet.
    "PNG:XMLcomadobexmp",
  ]

  /// Its gain map is cut off: a copy's directories do not name what is not there.
  private static let cut = "ultrahdr/ultrahdr.jpg"

  private static let compressed = ["jxl/intensity_target_1000nits.jxl"]

  @Test("have the changed tags, and everything else as it was", .enabled(if: exiftool != nil), arguments: all)
  func judged(_ name: String) throws {
    let file = try Data(contentsOf: TestData.still(name))
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    let type = try #require(CGImageSourceGetType(source))
    let tags = CGImageMetadataCreateMutable()
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "tiff:Artist", "HEADROOM-ARTIST"))
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "dc:title", "HEADROOM-TITLE"))
    let copy = try CopyingTests.copied(
      file, type, [kCGImageDestinationMetadata: tags, kCGImageDestinationMergeMetadata: true])
    #expect(try CopyingTests.pixels(copy) == CopyingTests.pixels(file))
    let folder = try TemporaryFolder()
    let path = folder.path("copy." + (name as NSString).pathExtension)
    try copy.write(to: URL(fileURLWithPath: path))
    let (before, after) = (try Self.report(TestData.still(name).path), try Self.report(path))
    func matters(_ key: String) -> Bool { !Self.following.contains { key.contains($0) } }
    for (key, value) in before where matters(key) && !key.hasSuffix(":Artist") && !key.hasSuffix(":Title") {
      #expect(after[key] == value, "\(key) of \(name)")
    }
    let new = after.keys.filter { before[$0] == nil && matters($0) }
    #expect(after.values.contains("HEADROOM-ARTIST") && after.values.contains("HEADROOM-TITLE"))
    guard !Self.compressed.contains(name) else { return }
    for key in new { #expect(after[key]?.contains("HEADROOM-") ?? false, "new \(key) of \(name): \(after[key] ?? "")") }
  }

  @Test("lose their places and nothing else", .enabled(if: exiftool != nil), arguments: all)
  func placeless(_ name: String) throws {
    let file = try Data(contentsOf: TestData.still(name))
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    let type = try #require(CGImageSourceGetType(source))
    let copy = try CopyingTests.copied(file, type, [kCGImageMetadataShouldExcludeGPS: true])
    #expect(try CopyingTests.pixels(copy) == CopyingTests.pixels(file))
    let folder = try TemporaryFolder()
    let path = folder.path("copy." + (name as NSString).pathExtension)
    try copy.write(to: URL(fileURLWithPath: path))
    let (before, after) = (try Self.report(TestData.still(name).path), try Self.report(path))
    func isPlace(_ key: String) -> Bool {
      key.hasPrefix("GPS:") || key.hasPrefix("XMP-exif:GPS") || key.hasPrefix("Composite:GPS")
    }
    #expect(!after.keys.contains(where: isPlace))
    for (key, value) in before where !isPlace(key) && !Self.following.contains(where: { key.contains($0) }) {
      #expect(after[key] == value, "\(key) of \(name)")
    }
  }
}
