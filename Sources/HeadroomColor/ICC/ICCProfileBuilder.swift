/// Collects tags and lays them out as a profile. The same content gives the same bytes, always: the date is fixed and
/// the optional checksum stays 0.
struct ICCProfileBuilder {
  let dataColorSpace: ICCSignature
  private let connectionSpace: ICCSignature
  private var tags: [(signature: ICCSignature, data: [UInt8])] = []

  init(dataColorSpace: ICCSignature, connectionSpace: ICCSignature = "XYZ ") {
    self.dataColorSpace = dataColorSpace
    self.connectionSpace = connectionSpace
  }

  mutating func add(_ signature: ICCSignature, _ data: [UInt8]) { tags.append((signature, data)) }

  /// The profile's bytes. Equal tags share their data; each starts at a multiple of 4.
  func serialized() -> [UInt8] {
    var table = BigEndianBytes()
    var body = BigEndianBytes()
    var places: [[UInt8]: Int] = [:]
    let start = 132 + 12 * tags.count
    for tag in tags {
      let place = places[tag.data] ?? start + body.bytes.count
      if places[tag.data] == nil {
        places[tag.data] = place
        body.append(tag.data)
        body.pad(to: 4)
      }
      table.append(tag.signature)
      table.append(UInt32(place))
      table.append(UInt32(tag.data.count))
    }
    var profile = header(size: start + body.bytes.count)
    profile.append(UInt32(tags.count))
    return profile.bytes + table.bytes + body.bytes
  }

  private func header(size: Int) -> BigEndianBytes {
    var header = BigEndianBytes()
    header.append(UInt32(size))
    header.append(UInt32(0))
    header.append(UInt32(0x0440_0000))
    header.append("mntr" as ICCSignature)
    header.append(dataColorSpace)
    header.append(connectionSpace)
    for part: UInt16 in [2025, 1, 1, 0, 0, 0] { header.append(part) }
    header.append("acsp" as ICCSignature)
    header.append([UInt8](repeating: 0, count: 28))
    header.append(xyz: ChromaticAdaptation.profileConnectionWhite)
    header.append([UInt8](repeating: 0, count: 48))
    return header
  }
}

extension BigEndianBytes {
  mutating func append(_ signature: ICCSignature) { append(signature.code) }
}
