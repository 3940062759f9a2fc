import HeadroomBatch

extension ManifestRecord {
  /// A record with something in every field.
  static func sample(_ input: String, _ status: Status = .ok, seconds: Double = 0.25) -> ManifestRecord {
    ManifestRecord(
      input: input, size: 2_000_000, mtimeNs: 1_700_000_000_123_456_789,
      inputSHA256: String(repeating: "0a", count: 32),
      recipe: String(repeating: "1b", count: 32), version: "0.10.0", shard: "3/16", status: status,
      outputs: status == .failed ? [] : [.sample("out/\(input)")], error: status == .failed ? .sample : nil,
      attempts: 2, seconds: seconds, cpuSeconds: 0.125, peakBytes: 300 << 20,
      hdr: Light(kind: "gainMap", headroom: 4.926108374384236, isLost: false), warnings: ["a \"word\"\n", "é\u{202E}"])
  }
}

extension ManifestRecord.Output {
  static func sample(_ path: String) -> Self {
    Self(
      path: path, bytes: 31_415, sha256: String(repeating: "2c", count: 32), width: 1440, height: 1080, format: "jpeg",
      hdr: "gainMap", headroom: 4.5)
  }
}

extension ManifestRecord.Failure {
  static var sample: Self {
    Self(.permanent, code: "malformed", message: "box length 12 exceeds its parent", part: "meta/iprp", offset: 500)
  }
}
