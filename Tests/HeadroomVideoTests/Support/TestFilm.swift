import Foundation
import HeadroomColor
import HeadroomPixels
import HeadroomVideo

/// Films that tests make: every frame by a function of place and number, coded without loss.
enum TestFilm {
  /// The meaning of codes, and their depth.
  struct Kind {
    var cicp: CICP
    var bitDepth = 10

    static let hlg = Kind(cicp: CICP(primaries: 9, transfer: 18, matrix: 9, fullRange: false))
    static let pq = Kind(cicp: CICP(primaries: 9, transfer: 16, matrix: 9, fullRange: false))
    static let sdr = Kind(cicp: CICP(primaries: 1, transfer: 1, matrix: 1, fullRange: false), bitDepth: 8)
  }

  /// A folder that is removed with the value.
  final class Folder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
  }

  /// Writes a film of grey or coloured frames, HEVC without loss in MP4, whose times are exact.
  ///
  /// - Parameters:
  ///   - chroma: of fewer samples those count that lie on even columns and rows.
  ///   - codes: luma, Cb and Cr of a pixel of a frame.
  static func write(
    _ path: String, _ kind: Kind, frames: Int, width: Int = 64, height: Int = 64, rate: Int32 = 30,
    chroma: PlanarPicture.Subsampling = .full, hdr: HDRMetadata = HDRMetadata(),
    codes: (_ frame: Int, _ x: Int, _ y: Int) -> (Int, Int, Int)
  ) throws {
    var settings = EncoderSettings(
      codec: .hevc, width: width, height: height, format: EncodedFormat(kind.bitDepth, chroma), cicp: kind.cicp,
      siting: .left, frameRate: (rate, 1), timescale: rate * 100)
    (settings.threads, settings.isLossless, settings.preset, settings.hdr) = (1, true, "ultrafast", hdr)
    let encoder = try VideoEncoder(settings)
    var writer = try MediaWriter(path: path, .mp4)
    var stream = MediaWriter.Stream(timescale: rate * 100)
    (stream.frameRate, stream.hdr) = ((rate, 1), hdr)
    stream.codecTag = "hvc1"
    let number = try writer.add(encoder, stream)
    try writer.start(["video_track_timescale", "\(rate * 100)", "movie_timescale", "\(rate * 100)"])
    for frame in 0..<frames {
      let picture = try picture(kind, width, height, chroma) { codes(frame, $0, $1) }
      try encoder.send(picture, time: Int64(frame) * 100, duration: 100)
      try writer.drain(encoder, to: number)
    }
    try encoder.finish()
    try writer.drain(encoder, to: number)
    if let ambient = hdr.ambient { writer.state(ambient, of: number) }
    try writer.finish(replacing: true)
  }

  static func picture(
    _ kind: Kind, _ width: Int, _ height: Int, _ chroma: PlanarPicture.Subsampling,
    _ codes: (_ x: Int, _ y: Int) -> (Int, Int, Int)
  ) throws -> PlanarPicture {
    let picture = try PlanarPicture(
      width: width, height: height, bitDepth: kind.bitDepth, subsampling: chroma,
      coding: PlanarPicture.Coding(matrix: kind.cicp.matrix, isFullRange: kind.cicp.fullRange, siting: .left))
    for y in 0..<height {
      for x in 0..<width {
        let (luma, blue, red) = codes(x, y)
        picture.set(luma, 0, x, y)
        guard x % chroma.horizontal == 0, y % chroma.vertical == 0 else { continue }
        for (plane, code) in [(1, blue), (2, red)] {
          picture.set(code, plane, x / chroma.horizontal, y / chroma.vertical)
        }
      }
    }
    return picture
  }
}

extension PlanarPicture {
  func set(_ code: Int, _ plane: Int, _ x: Int, _ y: Int) {
    let row = unsafe rowAddress(y, plane: plane)
    if bytesPerSample == 1 {
      unsafe row.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
    } else {
      unsafe row.storeBytes(of: UInt16(code), toByteOffset: 2 * x, as: UInt16.self)
    }
  }

  func code(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    let row = unsafe rowAddress(y, plane: plane)
    return unsafe bytesPerSample == 1
      ? Int(row.load(fromByteOffset: x, as: UInt8.self)) : Int(row.load(fromByteOffset: 2 * x, as: UInt16.self))
  }
}
