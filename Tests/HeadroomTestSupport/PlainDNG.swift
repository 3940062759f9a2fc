/// A small DNG without compression: 16-bit samples of a Bayer mosaic (red first) or of three planes, little-endian, one strip.
public struct PlainDNG: Sendable {
  public let width: Int
  public let height: Int
  /// 1 for a mosaic, 3 for a linear picture.
  public let planes: Int
  /// Orientation as EXIF has it.
  public var orientation = 1
  /// BaselineExposure in stops.
  public var baselineExposure = 0.0
  /// What the camera reads from a neutral surface.
  public var neutral = [0.5, 1, 2.0 / 3]
  /// Whether the file says so.
  public var statesNeutral = true
  /// PreviewColorSpace.
  public var previewColorSpace: Int?
  /// Maker and model: with those of a camera the file is that camera's own, of the kind that stores plain numbers, and no DNG.
  public var camera: (make: String, model: String)?
  /// Fields that are added, as bytes of type UNDEFINED.
  public var blocks: [UInt16: [UInt8]] = [:]
  /// A small JPEG beside it.
  public var preview: (bytes: [UInt8], width: Int, height: Int)?
  /// Semantic masks of 8 bits.
  public var masks: [Mask] = []
  private let sample: @Sendable (_ x: Int, _ y: Int, _ plane: Int) -> Double

  public struct Mask: Sendable {
    public var name: String
    public var width: Int
    public var height: Int
    public var value: @Sendable (_ x: Int, _ y: Int) -> UInt8
    /// MaskSubArea: top, left, and size of the mask that this is a part of.
    public var area: [Int]?

    public init(
      _ name: String, width: Int, height: Int, _ value: @escaping @Sendable (_ x: Int, _ y: Int) -> UInt8
    ) {
      (self.name, self.width, self.height, self.value) = (name, width, height, value)
    }
  }

  /// - Parameter sample: what the sensor sees of a plane (0 red, 1 green, 2 blue) at a pixel, 1 for its end.
  public init(
    width: Int, height: Int, planes: Int = 1, _ sample: @escaping @Sendable (_ x: Int, _ y: Int, _ plane: Int) -> Double
  ) {
    (self.width, self.height, self.planes, self.sample) = (width, height, planes, sample)
  }

  /// A picture of one neutral light, as the camera reads it; `light` is 1 where green ends.
  public static func neutral(
    width: Int, height: Int, _ light: @escaping @Sendable (_ x: Int, _ y: Int) -> Double
  ) -> PlainDNG {
    let read = [0.5, 1, 2.0 / 3]
    return PlainDNG(width: width, height: height) { x, y, plane in light(x, y) * read[plane] }
  }

  private enum Value {
    case bytes(UInt16, [UInt8])
    case shorts([Int])
    case longs([Int])
    case rationals([Double], isSigned: Bool)
    case ascii(String)
  }

  /// The file.
  public var bytes: [UInt8] {
    var data: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
    let strip = data.count
    data += samples
    var fields = baseFields(strip: strip, byteCount: data.count - strip)
    if let camera {
      fields = fields.filter { $0.key < 50000 }
      (fields[271], fields[272]) = (.ascii(camera.make), .ascii(camera.model))
    }
    if !statesNeutral { fields[50728] = nil }
    for (tag, block) in blocks { fields[tag] = .bytes(7, block) }
    let beside = masks.map { Self.append($0, to: &data) } + previewDirectory(&data)
    if !beside.isEmpty { fields[330] = .longs(beside) }
    let directory = Self.append(fields, to: &data)
    data.replaceSubrange(4..<8, with: Self.number(directory, 4))
    return data
  }

  /// Appends a directory with what its fields point to; its place.
  private static func append(_ fields: [UInt16: Value], to data: inout [UInt8]) -> Int {
    var entries: [UInt8] = number(fields.count, 2)
    for (tag, value) in fields.sorted(by: { $0.key < $1.key }) {
      let (type, count, stored) = encoded(value)
      entries += number(Int(tag), 2) + number(type, 2) + number(count, 4)
      if stored.count <= 4 {
        entries += stored + [UInt8](repeating: 0, count: 4 - stored.count)
      } else {
        if data.count % 2 == 1 { data.append(0) }
        entries += number(data.count, 4)
        data += stored
      }
    }
    if data.count % 2 == 1 { data.append(0) }
    defer { data += entries + [0, 0, 0, 0] }
    return data.count
  }

  private func previewDirectory(_ data: inout [UInt8]) -> [Int] {
    guard let preview else { return [] }
    let strip = data.count
    data += preview.bytes
    var fields: [UInt16: Value] = [
      254: .longs([1]), 256: .longs([preview.width]), 257: .longs([preview.height]), 258: .shorts([8, 8, 8]),
      259: .shorts([7]), 262: .shorts([6]), 273: .longs([strip]), 277: .shorts([3]), 278: .longs([preview.height]),
      279: .longs([preview.bytes.count]),
    ]
    fields[50970] = previewColorSpace.map { .longs([$0]) }
    return [Self.append(fields, to: &data)]
  }

  private static func append(_ mask: Mask, to data: inout [UInt8]) -> Int {
    let strip = data.count
    for y in 0..<mask.height { for x in 0..<mask.width { data.append(mask.value(x, y)) } }
    var fields: [UInt16: Value] = [
      254: .longs([0x10004]), 256: .longs([mask.width]), 257: .longs([mask.height]), 258: .shorts([8]),
      259: .shorts([1]), 262: .shorts([52527]), 273: .longs([strip]), 277: .shorts([1]), 278: .longs([mask.height]),
      279: .longs([mask.width * mask.height]), 52526: .ascii(mask.name),
    ]
    fields[52536] = mask.area.map { .longs($0) }
    return append(fields, to: &data)
  }

  private var samples: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(width * height * planes * 2)
    for y in 0..<height {
      for x in 0..<width {
        for plane in 0..<planes {
          let seen = sample(x, y, planes == 3 ? plane : y & 1 + x & 1)
          result += Self.number(Int((min(max(seen, 0), 1) * 65535).rounded()), 2)
        }
      }
    }
    return result
  }

  private func baseFields(strip: Int, byteCount: Int) -> [UInt16: Value] {
    var all: [UInt16: Value] = [
      254: .longs([0]), 256: .longs([width]), 257: .longs([height]),
      258: .shorts([Int](repeating: 16, count: planes)), 259: .shorts([1]), 262: .shorts([planes == 1 ? 32803 : 34892]),
      271: .ascii("Test"), 272: .ascii("Camera"), 273: .longs([strip]), 274: .shorts([orientation]),
      277: .shorts([planes]), 278: .longs([height]), 279: .longs([byteCount]), 284: .shorts([1]),
      50706: .bytes(1, [1, 4, 0, 0]), 50707: .bytes(1, [1, 1, 0, 0]), 50708: .ascii("Test Camera"),
      // From XYZ to linear sRGB: what a camera with those primaries would have.
      50721: .rationals(
        [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570], isSigned: true),
      50728: .rationals(neutral, isSigned: false), 50730: .rationals([baselineExposure], isSigned: true),
      50778: .shorts([21]),
    ]
    if planes == 1 {
      all[33421] = .shorts([2, 2])
      all[33422] = .bytes(1, [0, 1, 1, 2])
    }
    return all
  }

  private static func encoded(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
    switch value {
    case .bytes(let type, let list): (Int(type), list.count, list)
    case .shorts(let list): (3, list.count, list.flatMap { number($0, 2) })
    case .longs(let list): (4, list.count, list.flatMap { number($0, 4) })
    case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .rationals(let list, let isSigned):
      (
        isSigned ? 10 : 5, list.count,
        list.flatMap { number(Int(($0 * 1_000_000).rounded()), 4) + number(1_000_000, 4) }
      )
    }
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
