/// Builds uncompressed OpenEXR files of floats from the text of the format, sharing no code with the library.
struct EXRBuilder {
  struct Part {
    /// Names and the number that all of a channel's samples have.
    var channels: [(name: String, value: Float)]
    var name: String?
    /// More attributes: name, type, value.
    var attributes: [(name: String, type: String, value: [UInt8])] = []
  }

  var parts: [Part]
  var width = 4
  var height = 3
  var pixelAspect: Float = 1

  init(_ parts: [Part]) { self.parts = parts }

  init(_ channels: [(name: String, value: Float)]) { parts = [Part(channels: channels)] }

  var isMultipart: Bool { parts.count > 1 }

  static func word(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func float(_ value: Float) -> [UInt8] { word(Int(value.bitPattern)) }

  private static func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0] + Array(type.utf8) + [0] + word(value.count) + value
  }

  private func header(_ part: Part) -> [UInt8] {
    var channels: [UInt8] = []
    for channel in part.channels.sorted(by: { $0.name < $1.name }) {
      channels += Array(channel.name.utf8) + [0] + Self.word(2) + [0, 0, 0, 0] + Self.word(1) + Self.word(1)
    }
    let window = Self.word(0) + Self.word(0) + Self.word(width - 1) + Self.word(height - 1)
    var bytes = Self.attribute("channels", "chlist", channels + [0]) + Self.attribute("compression", "compression", [0])
    bytes += Self.attribute("dataWindow", "box2i", window) + Self.attribute("displayWindow", "box2i", window)
    bytes += Self.attribute("lineOrder", "lineOrder", [0])
    bytes += Self.attribute("pixelAspectRatio", "float", Self.float(pixelAspect))
    bytes += Self.attribute("screenWindowCenter", "v2f", Self.float(0) + Self.float(0))
    bytes += Self.attribute("screenWindowWidth", "float", Self.float(1))
    if isMultipart {
      bytes += Self.attribute("type", "string", Array("scanlineimage".utf8))
      bytes += Self.attribute("chunkCount", "int", Self.word(height))
    }
    if let name = part.name { bytes += Self.attribute("name", "string", Array(name.utf8)) }
    for (name, type, value) in part.attributes { bytes += Self.attribute(name, type, value) }
    return bytes + [0]
  }

  /// The file.
  var bytes: [UInt8] {
    var head: [UInt8] = [0x76, 0x2F, 0x31, 0x01] + Self.word(2 | (isMultipart ? 0x1000 : 0))
    for part in parts { head += header(part) }
    if isMultipart { head.append(0) }
    var place = head.count + parts.count * height * 8
    var tables: [UInt8] = []
    var blocks: [UInt8] = []
    for (index, part) in parts.enumerated() {
      var row: [UInt8] = []
      for channel in part.channels.sorted(by: { $0.name < $1.name }) {
        for _ in 0..<width { row += Self.float(channel.value) }
      }
      for y in 0..<height {
        let block = (isMultipart ? Self.word(index) : []) + Self.word(y) + Self.word(row.count) + row
        tables += Self.word(place, 8)
        blocks += block
        place += block.count
      }
    }
    return head + tables + blocks
  }
}
