internal import Foundation
internal import HeadroomImageIO
internal import HeadroomWriterScenarios

extension FuzzTarget {
  /// One target for each container that is written: pictures, options and metadata made of the input's bytes.
  static let writers: [FuzzTarget] = ImageFormats.all.filter { $0.abilities.contains(.writing) }.map { format in
    FuzzTarget(
      name: "\(format.name)-writer", seeds: { seeds },
      run: { bytes in
        var choices = Choices(bytes)
        let isDescribed = ProcessInfo.processInfo.environment["HEADROOM_FUZZ_DESCRIBE"] != nil
        if let failure = WriterScenario.failure(of: format, &choices, isDescribed: isDescribed) { fatalError(failure) }
      })
  }

  /// Bytes without a meaning: the choices that they make are what counts.
  private static let seeds: [[UInt8]] = (0..<32).map { seed in (0..<96).map { UInt8(($0 * 7 + seed * 13) & 255) } }
}
