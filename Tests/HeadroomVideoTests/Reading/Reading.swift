import Foundation
import HeadroomContainers
import HeadroomGraphics
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// What tests do with readers.
enum Reading {
  /// All buffers of an output.
  static func all(_ output: AVAssetReaderOutput) -> [CMSampleBuffer] {
    var buffers: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { buffers.append(buffer) }
    return buffers
  }

  /// All buffers of the only output of a reader, which has to complete.
  static func samples(
    _ asset: AVAsset, _ output: AVAssetReaderOutput, in range: CMTimeRange? = nil
  ) throws -> [CMSampleBuffer] {
    let reader = try AVAssetReader(asset: asset)
    if let range { reader.timeRange = range }
    #expect(reader.canAdd(output))
    reader.add(output)
    if !reader.startReading(), let error = reader.error { throw error }
    let buffers = all(output)
    if let error = reader.error { throw error }
    #expect(reader.status == .completed)
    return buffers
  }

  static func video(_ asset: AVAsset) throws -> AVAssetTrack { try #require(asset.tracks(withMediaType: .video).first) }
  static func audio(_ asset: AVAsset) throws -> AVAssetTrack { try #require(asset.tracks(withMediaType: .audio).first) }
  static func clip(_ name: String) -> AVURLAsset { AVURLAsset(url: URL(filePath: Clip.path(name))) }

  static func settings(_ format: OSType) -> [String: Any] { [kCVPixelBufferPixelFormatTypeKey: format] }

  /// The first number of a buffer's first plane.
  static func load<Number: BitwiseCopyable>(_ buffer: CVPixelBuffer, as type: Number.Type) throws -> Number {
    let start = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
    let base = try unsafe #require(start)
    return unsafe base.load(as: type)
  }

  /// The first byte of a picture.
  static func byte(_ buffer: CMSampleBuffer) throws -> Int {
    let picture = try #require(buffer.imageBuffer)
    return Int(try load(picture, as: UInt8.self))
  }

  /// The MD5 of a buffer's codes as planes in the low bits, as `framemd5` has them.
  static func md5(_ buffer: CVPixelBuffer, isDeep: Bool) -> String {
    var hash = MD5()
    let columns = [1: CVPixelBufferGetWidthOfPlane(buffer, 1), 0: CVPixelBufferGetWidth(buffer)]
    for (plane, offset) in [(0, 0), (1, 0), (1, 1)] {
      let step = plane == 0 ? 1 : 2
      for row in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
        let start = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, plane)
        guard let start = unsafe start else { continue }
        let base = unsafe start + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        var bytes: [UInt8] = []
        for x in 0..<(columns[plane] ?? 0) {
          if isDeep {
            let word = unsafe base.load(fromByteOffset: 2 * (x * step + offset), as: UInt16.self) >> 6
            bytes += [UInt8(word & 255), UInt8(word >> 8)]
          } else {
            bytes.append(unsafe base.load(fromByteOffset: x * step + offset, as: UInt8.self))
          }
        }
        unsafe bytes.withUnsafeBytes { unsafe hash.update($0) }
      }
    }
    return hash.hexadecimal()
  }
}
