import CCodecBaseline
import Foundation

/// The AV1 streams of an AVIF that Headroom wrote: its items of which `iloc` says that they lie in the file.
struct CodedPictures {
  private let streams: [[UInt8]]

  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func number(_ offset: Int, _ count: Int) -> Int { bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
    let name = Array("iloc".utf8)
    let places = bytes.indices.dropLast(16)
    guard let box = places.first(where: { bytes[$0] == name[0] && Array(bytes[$0..<$0 + 4]) == name }),
      bytes[box + 4] == 1, bytes[box + 8] == 0x44
    else { throw BenchmarkError("\(path) has no item locations of the form that is known here") }
    // Version 1, offsets and lengths of 4 bytes; an item with one extent takes 16 bytes.
    let items = (0..<number(box + 10, 2)).map { box + 12 + 16 * $0 }
    let stored = items.filter { number($0 + 2, 2) == 0 }
      .map { Array(bytes[number($0 + 8, 4)..<number($0 + 8, 4) + number($0 + 12, 4)]) }
    // Pictures, tiles of them and gain maps begin with a delimiter or a sequence header, metadata do not.
    streams = stored.filter { [0x12, 0x0A].contains($0.first) }
  }

  func decode(threads: Int32) throws {
    for stream in streams where baseline_decode_av1(stream, stream.count, threads) != 0 {
      throw BenchmarkError("dav1d cannot decode a picture")
    }
  }
}
