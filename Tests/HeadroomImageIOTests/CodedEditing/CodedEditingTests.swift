import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Files whose metadata, turn or gain map change while their coded pictures stay byte for byte as they are.
@Suite("Edits that need no pixels")
struct CodedEditingTests {
  static let containers = ["jpeg", "heic", "avif", "png", "jxl", "tiff", "webp"]
  static let withMaps = ["jpeg", "heic", "avif", "jxl"]

  /// A picture with EXIF and XMP full of secrets, and a gain map where the container holds one.
  static func file(_ name: String) throws -> [UInt8] {
    let format = try #require(ImageFormats.named(name))
    var picture =
      format.abilities.contains(.gainMap)
      ? try JPEGFixture.picture(width: 64, height: 48) : try HEIFSamples.picture(64, 48)
    picture.metadata = PrivacyTests.metadata(try PrivacyTests.thumbnail(seed: 1), inMakerNote: [1, 2, 3])
    let writer = format.writer
    return try #require(writer).encode(picture, options: EncodeOptions(speed: 10))
  }

  static func open(_ bytes: [UInt8]) throws -> any ImageReader { try ImageFormats.open(FileBytes(bytes)) }

  static func edited(_ bytes: [UInt8], _ edit: CodedEdit) throws -> [UInt8] {
    try open(bytes).keepingCodedData(edit, limits: .standard).bytes
  }

  /// The decoded base, and the map where there is one.
  static func pixels(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let still = try open(bytes).decode(DecodeRequest())
    return ([still.base] + [still.gainMap?.bitmap].compactMap { $0 }).map(Self.codes)
  }

  static func codes(_ bitmap: PixelBitmap) -> [UInt8] {
    (0..<bitmap.height).flatMap { row in
      unsafe Array(
        UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: bitmap.width * bitmap.format.bytesPerPixel))
    }
  }

  // MARK: Metadata

  @Test("What is stripped is gone from the bytes, and pixels and gain map are the same", arguments: containers)
  func stripping(_ name: String) throws {
    let bytes = try Self.file(name)
    let before = try Self.pixels(bytes)
    for (parts, gone): (MetadataParts, [String]) in [
      (.location, ["SECRET-GPS", "SECRET-LATITUDE", "SECRET-CITY"]),
      ([.location, .personal], ["SECRET"]), (.all, ["SECRET", "RIGHTS-KEPT", "COPYRIGHT-KEPT", "Maker"]),
    ] {
      let result = try Self.edited(bytes, CodedEdit(stripped: parts))
      for text in gone {
        #expect(Data(bytes).range(of: Data(text.utf8)) != nil, "\(text) of \(name)")
        #expect(Data(result).range(of: Data(text.utf8)) == nil, "\(text) in \(name) without \(parts)")
      }
      #expect(try Self.pixels(result) == before)
      #expect(result.count < bytes.count)
      let (old, new) = (try Self.open(bytes).info, try Self.open(result).info)
      #expect(new.gainMap?.formula == old.gainMap?.formula && new.warnings == old.warnings)
      #expect(new.iccProfile == old.iccProfile && new.orientation == old.orientation)
      #expect(try ConformanceChecker.findings(of: Self.open(result)).filter { $0.severity == .error }.isEmpty)
      if !parts.contains(.all) { #expect(Data(result).range(of: Data("RIGHTS-KEPT".utf8)) != nil) }
    }
  }

  @Test("A block is added where there was none, and taken out again without a trace", arguments: containers)
  func adding(_ name: String) throws {
    let format = try #require(ImageFormats.named(name))
    let picture = try HEIFSamples.picture(64, 48)
    let writer = format.writer
    let bytes = try #require(writer).encode(picture, options: EncodeOptions(speed: 10))
    let added = try Self.edited(
      bytes,
      CodedEdit { (metadata) throws(ImageIOError) in
        var metadata = metadata
        var block = EXIFBlock()
        block.image[0x013B] = .ascii("NEW-ARTIST")
        metadata.exif = block.serialized()
        metadata.xmp = Array(XMPPacket.wrapped("<rdf:Description rdf:about='' xmlns:q='urn:q' q:a='NEW-XMP'/>").utf8)
        return metadata
      })
    let info = try Self.open(added).info
    #expect(try EXIFBlock(parsing: #require(info.metadata.exif)).image[0x013B]?.text == "NEW-ARTIST")
    #expect(try XMPPacket(parsing: #require(info.metadata.xmp))["urn:q", "a"]?.text == "NEW-XMP")
    #expect(try Self.pixels(added) == Self.pixels(bytes))
    let without = try Self.edited(added, CodedEdit(stripped: .all))
    #expect(Data(without).range(of: Data("NEW-".utf8)) == nil)
    #expect(try Self.pixels(without) == Self.pixels(bytes))
  }

  @Test(
    "A motion photo's video stays where the frame does, without its tags, and the directory follows",
    arguments: ["jpeg", "heic"])
  func motion(_ name: String) throws {
    var picture = try MotionPhotoTests.picture(hasMap: true)
    picture.metadata.exif = PrivacyTests.block([], inMakerNote: []).serialized()
    let format = try #require(ImageFormats.named(name))
    let writer = format.writer
    let bytes = try #require(writer).encode(picture, options: EncodeOptions(speed: 10))
    let video = try #require(Self.open(bytes).info.metadata.motion)
    let set = try Self.edited(
      bytes,
      CodedEdit { (metadata) throws(ImageIOError) in
        var metadata = metadata
        metadata.exif = nil
        return metadata
      })
    #expect(try Self.open(set).info.metadata.motion?.bytes == video.bytes)
    let stripped = try Self.open(Self.edited(bytes, CodedEdit(stripped: .location))).info
    #expect(stripped.metadata.motion?.bytes == video.withoutTags?.bytes && stripped.gainMap != nil)
    for edit in [CodedEdit(stripped: .all), CodedEdit(turn: .right), CodedEdit(removesGainMap: true)] {
      let result = try Self.open(bytes).keepingCodedData(edit, limits: .standard)
      let info = try Self.open(result.bytes).info
      #expect(info.metadata.motion == nil && info.warnings.isEmpty && result.warnings.count == 1)
      let packet = info.metadata.xmp.flatMap { try? XMPPacket(parsing: $0) }
      #expect(packet.map { MotionVideo.isAnnounced(by: $0) } ?? false == false)
    }
  }

  // MARK: Gain maps

  @Test("The gain map goes without a trace, and the base stays", arguments: withMaps)
  func removingMap(_ name: String) throws {
    let bytes = try Self.file(name)
    #expect(try Self.open(bytes).info.gainMap != nil)
    let result = try Self.edited(bytes, CodedEdit(removesGainMap: true))
    let reader = try Self.open(result)
    #expect(reader.info.gainMap == nil && reader.info.kind == .sdr && reader.info.warnings.isEmpty)
    #expect(try Self.pixels(result) == [Self.pixels(bytes)[0]])
    for mark in ["tmap", "hdrgm", "21496", "jhgm"] { #expect(Data(result).range(of: Data(mark.utf8)) == nil) }
    #expect(Data(result).range(of: Data("SECRET-ARTIST".utf8)) != nil)
    #expect(try ConformanceChecker.findings(of: reader).filter { $0.severity == .error }.isEmpty)
  }

  // MARK: Turns

  @Test("All turns and mirrors give what turned pixels are", arguments: ["jpeg", "heic", "avif", "jxl", "tiff"])
  func turning(_ name: String) throws {
    let bytes = try Self.file(name)
    let before = try Self.open(bytes).decode(DecodeRequest())
    for turn in CGImagePropertyOrientation.allCases {
      let result = try Self.edited(bytes, CodedEdit(turn: turn))
      let after = try Self.open(result).decode(DecodeRequest())
      #expect(Self.difference(before.base, turn, after.base, after.orientation) <= (name == "jpeg" ? 2 : 0))
      guard let map = before.gainMap, let turned = after.gainMap else {
        #expect(before.gainMap == nil)
        continue
      }
      #expect(Self.difference(map.bitmap, turn, turned.bitmap, after.orientation) <= (name == "jpeg" ? 2 : 0))
      // Back again it is the same coefficients.
      let inverse = try #require(CGImagePropertyOrientation.allCases.first { turn.followed(by: $0) == .up })
      let back = try Self.open(Self.edited(result, CodedEdit(turn: inverse))).decode(DecodeRequest())
      #expect(Self.codes(back.base) == Self.codes(before.base) && back.orientation == .up)
    }
  }

  /// The largest difference of codes between an upright picture turned, and another as it is shown.
  static func difference(
    _ upright: PixelBitmap, _ turn: CGImagePropertyOrientation, _ stored: PixelBitmap,
    _ orientation: CGImagePropertyOrientation
  ) -> Int {
    let (width, height) = turn.uprightSize(width: upright.width, height: upright.height)
    guard orientation.uprightSize(width: stored.width, height: stored.height) == (width, height) else { return 999 }
    var most = 0
    for y in 0..<height {
      for x in 0..<width {
        let from = turn.storedPixel(column: x, row: y, width: upright.width, height: upright.height)
        let to = orientation.storedPixel(column: x, row: y, width: stored.width, height: stored.height)
        let (a, b) = (
          JPEGFixture.pixel(upright, x: from.column, y: from.row), JPEGFixture.pixel(stored, x: to.column, y: to.row)
        )
        for (a, b) in zip(a, b) { most = max(most, abs(a - b)) }
      }
    }
    return most
  }

  @Test("Orientations compose as pictures do")
  func composing() throws {
    for first in CGImagePropertyOrientation.allCases {
      for second in CGImagePropertyOrientation.allCases {
        let both = first.followed(by: second)
        let (width, height) = first.uprightSize(width: 5, height: 3)
        for (x, y) in [(0, 0), (1, 0), (0, 2)] {
          let middle = second.storedPixel(column: x, row: y, width: width, height: height)
          let stored = first.storedPixel(column: middle.column, row: middle.row, width: 5, height: 3)
          #expect(both.storedPixel(column: x, row: y, width: 5, height: 3) == stored)
        }
      }
    }
  }

  // MARK: Damage

  @Test("Cut and damaged files give typed errors or files that open", arguments: containers)
  func damage(_ name: String) throws {
    let bytes = try Self.file(name)
    let edits = [
      CodedEdit(stripped: [.location, .personal]), CodedEdit(turn: .right),
      CodedEdit(stripped: .all, removesGainMap: true),
    ]
    var generator = SeededGenerator(seed: 17)
    var files = stride(from: 12, to: bytes.count, by: max(bytes.count / 16, 1)).map { Array(bytes[..<$0]) }
    for _ in 0..<24 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        mutated[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      files.append(mutated)
    }
    for file in files {
      guard let reader = try? Self.open(file) else { continue }
      for edit in edits {
        do throws(ImageIOError) {
          let result = try reader.keepingCodedData(edit, limits: .standard)
          #expect(result.bytes.count < 2 * bytes.count + 4096)
        } catch .internalError(let text) {
          Issue.record("\(text)")
        } catch {
          continue
        }
      }
    }
  }
}
