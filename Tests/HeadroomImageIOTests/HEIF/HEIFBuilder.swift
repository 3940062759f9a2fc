import HeadroomImageIO
import HeadroomSymbols

/// Puts small HEIF files together, box by box.
struct HEIFBuilder {
  struct Item {
    var id: UInt16
    var type: String
    var data: [UInt8] = []
    var contentType: String?
    var isHidden = false
    /// Names of entries of `properties`, essential ones with an exclamation mark.
    var properties: [String] = []
    /// 0 file, 1 idat.
    var construction = 0
  }

  var brands = ["avif", "mif1", "miaf", "tmap"]
  var primary: UInt16 = 1
  /// Whether `pitm` is there.
  var statesPrimary = true
  var items: [Item] = []
  /// Boxes of `ipco` by the names that items use.
  var properties: [(name: String, box: [UInt8])] = []
  /// Type, from, to.
  var references: [(type: String, from: UInt16, to: [UInt16])] = []
  /// Type, id, entities.
  var groups: [(type: String, id: UInt32, entities: [UInt32])] = []

  static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    number(UInt32(8 + payload.count)) + Array(type.utf8) + payload
  }

  static func fullBox(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ payload: [UInt8]) -> [UInt8] {
    box(type, [version, 0, 0, flags] + payload)
  }

  static func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> Value(8 * $0)) }
  }

  static func size(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    fullBox("ispe", number(width) + number(height))
  }

  static func nclx(_ primaries: UInt16, _ transfer: UInt16, _ matrix: UInt16, isFull: Bool = true) -> [UInt8] {
    box("colr", Array("nclx".utf8) + number(primaries) + number(transfer) + number(matrix) + [isFull ? 0x80 : 0])
  }

  /// The file.
  func build() -> [UInt8] {
    let head = Self.box("ftyp", Array(brands[0].utf8) + [0, 0, 0, 0] + brands.flatMap { Array($0.utf8) })
    // The size of `meta` does not depend on the offsets in it.
    let start = head.count + meta(dataStart: 0).count + 8
    return head + meta(dataStart: UInt32(start))
      + Self.box("mdat", items.filter { $0.construction == 0 }.flatMap(\.data))
  }

  private func meta(dataStart: UInt32) -> [UInt8] {
    var boxes = Self.fullBox("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    if statesPrimary { boxes += Self.fullBox("pitm", Self.number(primary)) }
    boxes += Self.fullBox("iinf", Self.number(UInt16(items.count)) + items.flatMap(declaration))
    boxes += Self.fullBox("iloc", version: 1, locations(dataStart))
    if !references.isEmpty {
      boxes += Self.fullBox(
        "iref",
        references.flatMap { reference in
          Self.box(
            reference.type,
            Self.number(reference.from) + Self.number(UInt16(reference.to.count)) + reference.to.flatMap(Self.number))
        })
    }
    boxes += Self.box("iprp", Self.box("ipco", properties.flatMap(\.box)) + Self.fullBox("ipma", associations()))
    let inside = items.filter { $0.construction == 1 }.flatMap(\.data)
    if !inside.isEmpty { boxes += Self.box("idat", inside) }
    if !groups.isEmpty {
      boxes += Self.box(
        "grpl",
        groups.flatMap { group in
          Self.fullBox(
            group.type,
            Self.number(group.id) + Self.number(UInt32(group.entities.count)) + group.entities.flatMap(Self.number))
        })
    }
    return Self.fullBox("meta", boxes)
  }

  private func declaration(_ item: Item) -> [UInt8] {
    var payload = Self.number(item.id) + [0, 0] + Array(item.type.utf8) + [0]
    if let type = item.contentType { payload += Array(type.utf8) + [0] }
    return Self.fullBox("infe", version: 2, flags: item.isHidden ? 1 : 0, payload)
  }

  private func locations(_ dataStart: UInt32) -> [UInt8] {
    var payload: [UInt8] = [0x44, 0x00]
    let stored = items.filter { !$0.data.isEmpty }
    payload += Self.number(UInt16(stored.count))
    var offsets = [dataStart, 0]
    for item in stored {
      payload += Self.number(item.id) + Self.number(UInt16(item.construction)) + [0, 0] + Self.number(UInt16(1))
      payload += Self.number(offsets[item.construction]) + Self.number(UInt32(item.data.count))
      offsets[item.construction] += UInt32(item.data.count)
    }
    return payload
  }

  private func associations() -> [UInt8] {
    var payload = Self.number(UInt32(items.count))
    for item in items {
      payload += Self.number(item.id) + [UInt8(item.properties.count)]
      for name in item.properties {
        let index = properties.firstIndex { name.hasPrefix($0.name) } ?? 0
        payload.append(UInt8(index + 1) | (name.hasSuffix("!") ? 0x80 : 0))
      }
    }
    return payload
  }
}

extension HEIFBuilder {
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// A lossless AV1 picture of 16x16 with 4:4:4 identity: red 16x, green 16y, blue 255 - 8x - 8y.
  static let colorPicture = bytes(
    """
    12000a08380cfff94080802432ac01100000d0a2957eb0b649a8ab3b5ea5086de3d767b1d1c4e1e1a22bbbf569ea1b4072ced0354fe8c2151\
    4cadbce30d20ff9bc492b118537022e7f5f73e026fbb070efe71d89f9ae68464fb02f0701af7e3b401d1db8caeffdc490e966557b8b968602\
    af2e37f8d9d8d493c239f2758c15415b0d9c87cd4df5fe6694eddbd6635727b1c43e03555d5dc38c514dd1e4cb3cae5ec44e676bc5a913ce3\
    bd79c821a2d8c1296809beb3fe1dfb8c41a
    """)
  static let colorConfiguration = box("av1C", [0x81, 0x20, 0, 0])

  /// A lossless monochrome AV1 picture of 16x16: 8x + 8y.
  static let grayPicture = bytes(
    """
    12000a05180cfff954324e100046eb3174d9fb2fe3cfa179cf157a8bb3c485de52cf1bf5e9026b5ef629a09c3b01fd30f1b01822d91878470\
    3fe8d7991c300385af6b615efa854a89ec89a8ff17fbe80d5701c44ea0f9602c0
    """)
  static let grayConfiguration = box("av1C", [0x81, 0x00, 0x1C, 0])

  /// ISO 21496-1 metadata of one channel with the version byte of `tmap`: base 0, alternate 2, range 0 to 2.
  static let toneMap = bytes(
    """
    0000000000400000000000000001000000020000000100000000000000010000000200000001000000010000000100000001000000400000000100000040
    """)

  /// A file with the colour picture, as item 1.
  static func picture() -> HEIFBuilder {
    var builder = HEIFBuilder()
    builder.properties = [
      ("av1C", colorConfiguration), ("ispe", size(16, 16)), ("nclx", nclx(1, 13, 0)),
      ("grayC", grayConfiguration), ("grayNclx", nclx(2, 2, 2)),
    ]
    builder.items = [Item(id: 1, type: "av01", data: colorPicture, properties: ["av1C!", "ispe", "nclx"])]
    return builder
  }

  /// A HEVC picture of 16x16, 4:2:0, nearly 200, 100, 50 all over.
  static let hevcData = bytes(
    "0000002e2801af1321626340f52722fff7e49ffc87b9ff17765859dcae80c15bf2fac0f6649bc0f3aa919e808769a7301578")
  static let hevcConfiguration = box(
    "hvcC",
    bytes(
      """
      0103700000009000000000001ef000fcfdf8f800000f03600001001840010c01ffff03700000030090000003000003001eba0240610001002942\
      010103700000030090000003000003001ea020810596eaae9ae6e021a0c08000000c80000003008462000100064401c173c189
      """))

  /// A file with the HEVC picture, as item 1.
  static func hevcPicture() -> HEIFBuilder {
    var builder = HEIFBuilder()
    builder.brands = ["heic", "mif1", "miaf"]
    builder.properties = [("hvcC", hevcConfiguration), ("ispe", size(16, 16)), ("nclx", nclx(1, 13, 6))]
    builder.items = [Item(id: 1, type: "hvc1", data: hevcData, properties: ["hvcC!", "ispe", "nclx"])]
    return builder
  }

  /// A file with the colour picture and a gain map, as phones write it.
  static func gainMap() -> HEIFBuilder {
    var builder = picture()
    builder.properties.append(("hdr", nclx(9, 16, 0)))
    builder.items += [
      Item(id: 2, type: "tmap", data: toneMap, properties: ["ispe", "hdr"], construction: 1),
      Item(id: 3, type: "av01", data: grayPicture, isHidden: true, properties: ["grayC!", "ispe", "grayNclx"]),
    ]
    builder.references = [("dimg", 2, [1, 3])]
    builder.groups = [("altr", 9, [2, 1])]
    return builder
  }
}
