import Foundation
import Glibc
import HeadroomVideo
import Testing

@Suite("Perf of reading") struct PerfTests {
  static func cpu() -> Double {
    var t = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) / 1e9
  }
  static func rss() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return Int(
      text.split(separator: "\n").first { $0.hasPrefix("VmRSS") }?.split(separator: " ").dropFirst().first ?? "0") ?? 0
  }
  @Test(arguments: [true, false]) func passthrough(_ copies: Bool) throws {
    let asset = AVURLAsset(url: URL(filePath: "/tmp/samples/perf/minute.mov"))
    _ = asset.tracks
    let before = Self.cpu()
    let r0 = Self.rss()
    let reader = try AVAssetReader(asset: asset)
    let outputs = asset.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }.map {
      AVAssetReaderTrackOutput(track: $0, outputSettings: nil)
    }
    for o in outputs {
      o.alwaysCopiesSampleData = copies
      reader.add(o)
    }
    reader.startReading()
    var bytes = 0
    var count = 0
    var peak = 0
    for o in outputs {
      while let b = o.copyNextSampleBuffer() {
        bytes += b.totalSampleSize
        count += 1
        if count % 200 == 0 { peak = max(peak, Self.rss()) }
      }
    }
    print(
      "PERF copies", copies, "cpu", Self.cpu() - before, "bytes", bytes, "count", count, "rss", r0, peak, reader.status)
  }
  @Test func decode() throws {
    let asset = AVURLAsset(url: URL(filePath: "/tmp/samples/perf/minute.mov"))
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1))
    let o = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .video)[0], outputSettings: [:])
    reader.add(o)
    reader.startReading()
    let before = Self.cpu()
    var n = 0
    var early = 0
    var late = 0
    while o.copyNextSampleBuffer() != nil {
      n += 1
      if n == 50 { early = Self.rss() }
      if n == 140 { late = Self.rss() }
    }
    print("PERF decode", n, "cpu per frame ms", (Self.cpu() - before) / Double(n) * 1000, "rss", early, late)
  }
}
