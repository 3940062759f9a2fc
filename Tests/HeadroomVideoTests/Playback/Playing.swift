import Foundation
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomVideo
import Synchronization
import Testing

/// What tests do with players.
enum Playing {
  /// Seconds after which a test gives up waiting: machines may be busy.
  static let limit = 60.0
  static let x420 = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

  /// Waits until something is so; false where it never was. It keeps its thread: others would not give it back soon.
  static func wait(_ isSo: () -> Bool) -> Bool {
    let end = CACurrentMediaTime() + limit
    while !isSo() {
      guard CACurrentMediaTime() < end else { return false }
      usleep(5000)
    }
    return true
  }

  /// A film of frames that differ, 10 bits of HLG.
  static func film(_ folder: TestFilm.Folder, frames: Int = 30, rate: Int32 = 30, name: String = "source.mp4") throws
    -> AVURLAsset
  {
    let path = folder.path(name)
    try TestFilm.write(path, .hlg, frames: frames, rate: rate, chroma: .quarter) { frame, x, y in
      (200 + 10 * (frame % 60) + 4 * x + y, 400 + 3 * x, 600 - 2 * y)
    }
    return AVURLAsset(url: URL(filePath: path))
  }

  static func time(_ value: CMTimeValue, _ scale: CMTimeScale = 30) -> CMTime { CMTime(value: value, timescale: scale) }

  static func picture(_ output: AVPlayerItemVideoOutput, at time: CMTime) -> (buffer: CVPixelBuffer, start: CMTime)? {
    var start = CMTime.invalid
    let buffer = unsafe output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &start)
    return buffer.map { ($0, start) }
  }

  /// The composed frames of an export, by their hashes.
  static func exported(_ asset: AVAsset, _ composition: AVVideoComposition) throws -> [String] {
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.contentsOrNone.tracks(of: .video), videoSettings: Reading.settings(x420))
    output.videoComposition = composition
    return try Reading.samples(asset, output).map { Reading.md5(try #require($0.imageBuffer), isDeep: true) }
  }

  static func filtered(_ asset: AVAsset, _ amount: Double = 0.5) -> AVMutableVideoComposition {
    AVMutableVideoComposition(asset: asset) { request in
      let image = request.sourceImage.applyingFilter("CIExposureAdjust", parameters: ["inputEV": amount])
      request.finish(with: image, context: nil)
    }
  }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let value = Mutex(0)
  func add() { value.withLock { $0 += 1 } }
  var count: Int { value.withLock { $0 } }
}
