internal import HeadroomContainers

extension NoiseModel {
  /// The noise of a usual sensor at an ISO speed, for files that do not state theirs: DNG's baseline at 100, grown with the
  /// speed.
  static func usual(iso: Double) -> NoiseModel {
    let gain = min(max(iso.isFinite ? iso : 100, 50), 102_400) / 100
    return NoiseModel(scale: 2e-5 * gain, offset: 4.5e-7 * gain)
  }

  /// By the speed that an EXIF block states, 100 where it states none.
  static func usual(_ metadata: StillMetadata, baseline: Double) -> NoiseModel {
    let block = metadata.exif.flatMap { try? EXIFBlock(parsing: $0) }
    let iso = block?.exif[0x8827]?.numbers.first ?? 100
    return usual(iso: iso * (baseline.isFinite && baseline > 0 ? baseline : 1))
  }
}
