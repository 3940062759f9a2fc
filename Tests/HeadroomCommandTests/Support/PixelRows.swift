import Foundation

/// What `headroom pixels --format npy` wrote.
struct PixelRows {
  let width: Int
  let height: Int
  let values: [Float]

  init(npy data: Data) throws {
    let bytes = [UInt8](data)
    guard bytes.count > 10, bytes[0] == 0x93, bytes[1...5].elementsEqual("NUMPY".utf8) else { throw Failure.noMagic }
    let length = Int(bytes[8]) | Int(bytes[9]) << 8
    let header = String(decoding: bytes[10..<(10 + length)], as: UTF8.self)
    guard (10 + length) % 64 == 0, header.contains("'descr': '<f4'"), header.contains("'fortran_order': False"),
      let shape = header.firstMatch(of: /\((\d+), (\d+), 4\)/), let height = Int(shape.1), let width = Int(shape.2)
    else { throw Failure.badHeader(header) }
    self.width = width
    self.height = height
    let payload = bytes[(10 + length)...]
    guard payload.count == width * height * 16 else { throw Failure.badSize(payload.count) }
    values = stride(from: payload.startIndex, to: payload.endIndex, by: 4).map { start in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(payload[start + $1]) << UInt32(8 * $1) }
      return Float(bitPattern: bits)
    }
  }

  enum Failure: Error {
    case noMagic
    case badHeader(String)
    case badSize(Int)
  }

  subscript(x: Int, y: Int) -> [Float] { Array(values[((y * width + x) * 4)..<((y * width + x) * 4 + 4)]) }
}
