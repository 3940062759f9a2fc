import HeadroomContainers
import HeadroomEngine
import HeadroomImageIO
import HeadroomTestSupport
import Testing

@Suite struct HEIFBadInputTests {
  private func error(_ bytes: [UInt8]) -> ImageIOError? {
    do throws(ImageIOError) {
      _ = try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest())
      return nil
    } catch {
      return error
    }
  }

  private func offset(of type: String, in bytes: [UInt8]) throws -> Int {
    let name = Array(type.utf8)
    return try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name }) - 4
  }

  @Test func `a box that leaves its parent is named with its place`() throws {
    var bytes = HEIFBuilder.picture().build()
    let place = try offset(of: "ipco", in: bytes)
    bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0x10, 0])
    #expect(
      error(bytes)?.description
        == "meta/iprp/ipco: box length 4096 exceeds its parent (offset 0x\(String(place, radix: 16)))")
    bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0, 7])
    #expect(
      error(bytes)?.description
        == "meta/iprp/ipco: box length 7 is shorter than the header (offset 0x\(String(place, radix: 16)))")
  }

  @Test func `what is missing or impossible is named`() throws {
    func message(_ change: (inout HEIFBuilder) -> Void) -> String {
      var builder = HEIFBuilder.picture()
      change(&builder)
      return error(builder.build())?.description ?? "no error"
    }
    #expect(message { $0.items[0].properties[0] = "ispe" }.contains("'av1C' is missing"))
    #expect(message { $0.add("what", HEIFBuilder.box("what", [])) }.contains("unknown property 'what'"))
    #expect(message { $0.items[0].data = [] }.contains("meta/iloc: item 1 has no data"))
    #expect(message { $0.items[0].type = "iovl" }.contains("not decoded"))
    #expect(
      message {
        $0.items[0].type = "iden"
        $0.references = [("dimg", 1, [1])]
      }.contains("derived from too deep"))
    #expect(
      message {
        $0.items[0] = HEIFBuilder.Item(
          id: 1, type: "grid", data: [0, 1, 255, 255, 0, 1, 0, 0, 0, 1, 0, 0], construction: 1)
      }.contains("over the limit"))
    #expect(message { $0.properties[1].box = HEIFBuilder.size(70_000, 2) }.contains("picture side 70000"))
    #expect(message { $0.properties[1].box = HEIFBuilder.size(17, 16) }.contains("not 17x16"))
    #expect(message { $0.properties[2].box = HEIFBuilder.nclx(9, 16, 11) }.contains("matrix coefficients 11"))
  }

  @Test func `a cut file is said to be cut`() throws {
    let bytes = HEIFBuilder.picture().build()
    let cut = Array(bytes.dropLast(40))
    guard case .incompletePicture = error(cut) else {
      Issue.record("no such error: \(String(describing: error(cut)))")
      return
    }
    #expect(try ImageFormats.open(FileBytes(cut)).info.isPictureCut)
  }

  @Test func `items may be cut from idat, and from other items`() throws {
    var builder = HEIFBuilder.picture()
    builder.items[0].construction = 1
    #expect(error(builder.build()) == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `items that are cut from items in a tree of many branches are refused`() throws {
    typealias Box = HEIFBuilder
    func branches(_ first: UInt16) -> [UInt16] { (0..<64).map { first + $0 } }
    // Item 1 is cut from 2...65, each of them from 66...129, each of these from 130...193, which lie in the file.
    let parents: [(UInt16, [UInt16])] =
      [(1, branches(2))] + branches(2).map { ($0, branches(66)) } + branches(66).map { ($0, branches(130)) }
    var locations: [UInt8] = [0x44, 0x04] + Box.number(UInt16(193))
    for id in 1...193 as ClosedRange<UInt16> {
      locations += Box.number(id) + Box.number(UInt16(id < 130 ? 2 : 0)) + [0, 0] + Box.number(UInt16(64))
      for extent in 1...64 as ClosedRange<UInt32> { locations += Box.number(extent) + [0, 0, 0, 0, 0, 0, 0, 1] }
    }
    let references = parents.flatMap { parent, targets in
      Box.box("iloc", Box.number(parent) + Box.number(UInt16(64)) + targets.flatMap(Box.number))
    }
    let meta = Box.fullBox("iloc", version: 1, locations) + Box.fullBox("iref", references)
    let bytes = FileBytes(Box.fullBox("meta", meta))
    let file = ISOBoxList(of: bytes, limits: .standard)
    let box = try MetaBox(try #require(try file.boxes().first), in: file)
    #expect { try ItemData(of: 1, in: box, bytes) } throws: {
      if case ImageIOError.overLimit = $0 { true } else { false }
    }
    #expect(try ItemData(of: 66, in: box, bytes).byteCount == 64)
  }

  enum Sample: CaseIterable {
    case picture, gainMap, hevcPicture

    var bytes: [UInt8] {
      switch self {
      case .picture: HEIFBuilder.picture().build()
      case .gainMap: HEIFBuilder.gainMap().build()
      case .hevcPicture: HEIFBuilder.hevcPicture().build()
      }
    }
  }

  @Test(arguments: Sample.allCases)
  func `every prefix is an image or a typed error`(_ sample: Sample) throws {
    let bytes = sample.bytes
    for count in 0..<bytes.count {
      for allowPartial in [false, true] {
        do throws(ImageIOError) {
          let reader = try ImageFormats.open(FileBytes(bytes[..<count]))
          _ = reader.structure()
          _ = reader.conformanceFindings()
          _ = try reader.decode(DecodeRequest(allowPartial: allowPartial))
        } catch {
          if case .internalError = error { Issue.record("\(count) bytes: \(error)") }
        }
      }
    }
  }

  @Test(arguments: Sample.allCases)
  func `changed bytes give an image or a typed error`(_ sample: Sample) throws {
    let bytes = sample.bytes
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<changed.count, using: &generator)
        changed[place] = Bool.random(using: &generator) ? changed[place] ^ 1 << UInt8(place % 8) : 255
      }
      do throws(ImageIOError) {
        let limits = DecodeLimits(maxPixels: 1 << 20)
        let reader = try ImageFormats.open(FileBytes(changed), limits: limits)
        _ = reader.structure()
        _ = reader.conformanceFindings()
        _ = try reader.decode(DecodeRequest(allowPartial: true, limits: limits))
      } catch {
        if case .internalError = error { Issue.record("\(error)") }
      }
    }
  }
}
