/// The head of an `.npy` file, version 1.0: magic, version, length of the text, text padded so that data starts at a
/// multiple of 64.
///
///     93 'NUMPY' | 01 00 | u16le length | {'descr': '<f4', ...} spaces \n | data
enum NumPyHeader {
  static func float32(shape: [Int]) -> [UInt8] {
    let sizes = shape.map { String($0) }.joined(separator: ", ")
    let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(sizes)), }"
    let prefix = 10
    let padding = 63 - (prefix + text.utf8.count) % 64
    let length = text.utf8.count + padding + 1
    var bytes: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(length & 0xFF), UInt8(length >> 8)]
    bytes += Array(text.utf8)
    bytes += Array(repeating: UInt8(ascii: " "), count: padding)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
