import Foundation
import HeadroomImageIO
import HeadroomWriterScenarios
import Testing

@Suite struct WriterScenarioTests {
  /// As `Fuzz/run png-writer` does it, with numbers for inputs: samples that are no numbers, sizes from 1x1, every option
  /// and metadata of all kinds. The slow codecs get fewer pictures; HEADROOM_SCENARIOS=10000 gives each container so many.
  @Test(arguments: ["jpeg", "png", "jxl", "heic", "avif", "exr", "hdr", "pfm", "ppm", "pam", "tiff", "webp"])
  func everyWriterMakesAReadableFileOrRefuses(_ name: String) throws {
    let format = try #require(ImageFormats.named(name))
    let count = ProcessInfo.processInfo.environment["HEADROOM_SCENARIOS"].flatMap { Int($0) }
    for seed in 0..<(count ?? (["avif", "heic", "jxl"].contains(name) ? 60 : 200)) {
      var choices = Choices(seed: UInt64(seed))
      let failure = WriterScenario.failure(of: format, &choices)
      #expect(failure == nil, "seed \(seed)")
    }
  }
}
