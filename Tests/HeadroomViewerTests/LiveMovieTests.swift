import HeadroomContainers
import HeadroomPixels
import HeadroomViewer
import Testing

/// Live frames as a movie: its boxes, its time, its samples.
struct LiveMovieTests {
  private func frame(_ width: Int = 64, _ height: Int = 32, _ word: UInt32 = 0) -> LiveFrame {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    let pixels = Array(repeating: bytes, count: width * height).flatMap { $0 }
    return LiveFrame(width: width, height: height, format: .rgb10a2, pixels: pixels)
  }

  /// Bodies of the boxes with a path of names; `skip` bytes stand in front of the boxes of some.
  private func bodies(_ path: [String], in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    let skips = ["stsd": 8, "vp09": 78, "dref": 8]
    var (found, rest) = ([[UInt8]](), bytes)
    while rest.count >= 8 {
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, size <= rest.count else { return [] }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let body = rest.prefix(size).dropFirst(8)
      if name == path[0] {
        found += path.count == 1 ? [Array(body)] : bodies(Array(path.dropFirst()), in: body.dropFirst(skips[name] ?? 0))
      }
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty ? found : []
  }

  private func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count - 3, by: 4).map { place in
      (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
    }
  }

  @Test func `The beginning says BT.2020 PQ of 10 bits, in the codec's box and in the colour's`() throws {
    let movie = LiveMovie(LiveMovie.Shape(frame(1280, 720), headroom: 4))
    let beginning = movie.beginning[...]
    let entry = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "vp09"]
    #expect(bodies(["ftyp"], in: beginning).count == 1)
    // Profile 2, level 4, 10 bits, 4:2:0 left, narrow range, BT.2020, PQ, BT.2020.
    #expect(bodies(entry + ["vpcC"], in: beginning) == [[1, 0, 0, 0, 2, 40, 0xA0, 9, 16, 9, 0, 0]])
    #expect(bodies(entry + ["colr"], in: beginning) == [Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0]])
    // 812 cd/m², a mean that is not known.
    #expect(bodies(entry + ["clli"], in: beginning) == [[812 >> 8, 812 & 255, 0, 0]])
    let volume = try #require(bodies(entry + ["mdcv"], in: beginning).first)
    #expect(volume.count == 24)
    // Green of BT.2020 first, the peak in units of 0.0001 cd/m².
    #expect(Array(volume.prefix(4)) == [8500 >> 8, 8500 & 255, 39850 >> 8, 39850 & 255])
    #expect(words(volume)[4] == 8_120_000)
    #expect(movie.shape.type == "video/mp4; codecs=\"vp09.02.40.10.00.09.16.09.00\"")
    let sample = try #require(bodies(entry, in: beginning).first)
    #expect(Array(sample[24..<28]) == [1280 >> 8, 1280 & 255, 720 >> 8, 720 & 255])
  }

  @Test func `Fragments follow each other without a gap and know where their data lie`() throws {
    var movie = LiveMovie(LiveMovie.Shape(frame(), headroom: 1))
    var end: UInt32 = 0
    let times = [0, 0.05, 0.06, 9, 9.04]
    // The first as usual, then as long as the one before, within bounds.
    let lengths: [UInt32] = [3000, 4500, 900, 22_500, 3600]
    for (index, time) in times.enumerated() {
      let data = [UInt8](repeating: UInt8(index), count: 10 + index)
      let bytes = movie.fragment(data, isKey: index == 0, time: time)
      let track = ["moof", "traf"]
      #expect(words(bodies(["moof", "mfhd"], in: bytes[...])[0]) == [0, UInt32(index + 1)])
      #expect(words(bodies(track + ["tfdt"], in: bytes[...])[0]) == [0x0100_0000, 0, end])
      let run = words(bodies(track + ["trun"], in: bytes[...])[0])
      #expect(run[1] == 1)
      #expect(Array(bytes[Int(run[2])...]) == data)
      #expect(run[3] == lengths[index] && run[4] == UInt32(data.count))
      #expect(run[5] == (index == 0 ? 0x0200_0000 : 0x0101_0000))
      end += run[3]
    }
  }

  @Test func `A new movie goes on where the last one was`() {
    var first = LiveMovie(LiveMovie.Shape(frame(), headroom: 1))
    _ = first.fragment([1], isKey: true, time: 0)
    var second = LiveMovie(LiveMovie.Shape(frame(), headroom: 4), after: first)
    let bytes = second.fragment([1], isKey: true, time: 0.02)
    #expect(words(bodies(["moof", "traf", "tfdt"], in: bytes[...])[0])[2] == 3000)
  }

  @Test func `A peak goes up by half stops, so that a slider does not begin a movie at each step`() {
    let shapes = [2.0, 2.1, 2.8, 2.82].map { LiveMovie.Shape(frame(), headroom: $0) }
    #expect(shapes[1] == shapes[2] && shapes[2] == shapes[3] && shapes[0] != shapes[1])
    #expect(LiveMovie.Shape(frame(), headroom: .infinity).peakNits == 10_000)
    #expect(LiveMovie.Shape(frame(), headroom: 0).peakNits == 203)
  }

  /// The samples of a plane, row after row.
  private func samples(_ planes: PlanarPicture, _ index: Int) -> [UInt16] {
    let size = planes.size(ofPlane: index)
    return (0..<size.height).flatMap { row in
      let from = unsafe planes.rowAddress(row, plane: index).assumingMemoryBound(to: UInt16.self)
      return (0..<size.width).map { unsafe from[$0] }
    }
  }

  @Test(arguments: [(64, 32), (33, 17), (1, 1), (2, 3)])
  func `Grey is luma alone, and colours are those of BT.2020`(_ width: Int, _ height: Int) throws {
    let planes = try LiveFrame.videoPlanes(width: width, height: height)
    #expect(planes.size(ofPlane: 2) == ((width + 1) / 2, (height + 1) / 2))
    try frame(width, height, 512 | 512 << 10 | 512 << 20).fill(planes)
    var (luma, blue, red) = (samples(planes, 0), samples(planes, 1), samples(planes, 2))
    // 64 + 876 * 512 / 1023
    #expect(luma.allSatisfy { $0 == 502 } && blue.allSatisfy { $0 == 512 } && red.allSatisfy { $0 == 512 })
    // Red alone: Y' = 0.2627, Cb = -0.2627 / 1.8814, Cr = 0.5.
    try frame(width, height, 1023).fill(planes)
    (luma, blue, red) = (samples(planes, 0), samples(planes, 1), samples(planes, 2))
    #expect(luma.allSatisfy { $0 == 294 } && blue.allSatisfy { $0 == 387 } && red.allSatisfy { $0 == 960 })
  }
}
