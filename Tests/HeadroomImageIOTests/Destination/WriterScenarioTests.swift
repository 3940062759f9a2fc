import HeadroomImageIO
import HeadroomWriterScenarios
import Testing

@Suite struct WriterScenarioTests {
  /// As `Fuzz/run png-writer` does it, with numbers for inputs: samples that are no numbers, sizes from 1x1, every option
  /// and metadata of all kinds. The codecs of AV1 and HEVC get fewer pictures.
  @Test(arguments: ImageFormats.all.filter { $0.abilities.contains(.writing) }.map(\.name))
  func everyWriterMakesAReadableFileOrRefuses(_ name: String) throws {
    let format = try #require(ImageFormats.named(name))
    for seed in 0..<(["avif", "heic"].contains(name) ? 60 : 300) {
      var choices = Choices(seed: UInt64(seed))
      let failure = WriterScenario.failure(of: format, &choices)
      #expect(failure == nil, "seed \(seed)")
    }
  }
}
