/// What became of one input: a line of a manifest.
package struct ManifestRecord: Hashable, Sendable {
  /// The form of records that is written and read.
  package static let schema = 1

  package enum Status: String, Hashable, Sendable {
    case ok
    case failed
    /// Its outputs existed and were to be kept.
    case skipped
  }

  /// The input as it is listed, in the form of ``SystemPath``.
  package var input: String
  /// Bytes of the input; nil where it could not be looked at.
  package var size: Int?
  /// When the input was changed last, in nanoseconds since 1970.
  package var mtimeNs: Int?
  /// The digest of the input's bytes, 64 hexadecimal digits; nil where it was not asked for.
  package var inputSHA256: String?
  /// The digest of the plan, its keys sorted, 64 hexadecimal digits.
  package var recipe: String
  /// The version of the program.
  package var version: String
  /// `I/N`; nil where the list was not split.
  package var shard: String?
  package var status: Status
  /// What was written; empty where it failed.
  package var outputs: [Output]
  /// Why it failed; nil otherwise.
  package var error: Failure?
  /// How often it was tried in this run.
  package var attempts: Int
  /// Time that it took, all attempts together.
  package var seconds: Double
  /// Time of processors.
  package var cpuSeconds: Double
  /// Most memory of the process, in bytes, while it was made.
  package var peakBytes: Int
  /// The input's light and what became of it; nil where it was not opened.
  package var hdr: Light?
  package var warnings: [String]

  /// A file that was written.
  package struct Output: Hashable, Sendable {
    /// In the form of ``SystemPath``.
    package var path: String
    package var bytes: Int
    /// 64 hexadecimal digits.
    package var sha256: String
    package var width: Int
    package var height: Int
    package var format: String
    /// The kind of light, as `info` names it: `sdr`, `isoHDR`, `gainMap`, `float`.
    package var hdr: String
    /// The ratio of its peak to reference white, 1 for SDR; nil where it is not known.
    package var headroom: Double?

    package init(
      path: String, bytes: Int, sha256: String, width: Int, height: Int, format: String, hdr: String, headroom: Double?
    ) {
      (self.path, self.bytes, self.sha256, self.width, self.height) = (path, bytes, sha256, width, height)
      (self.format, self.hdr, self.headroom) = (format, hdr, headroom)
    }
  }

  /// Why an input failed.
  package struct Failure: Hashable, Sendable {
    package enum Class: String, Hashable, Sendable {
      /// The same input, plan and version fail again.
      case permanent
      /// Another time it may work.
      case transient
    }

    package var `class`: Class
    /// A word for the kind of failure; reports count by it.
    package var code: String
    package var message: String
    /// The part of the file.
    package var part: String?
    /// Bytes from the file's beginning.
    package var offset: Int?

    package init(_ class: Class, code: String, message: String, part: String? = nil, offset: Int? = nil) {
      (self.class, self.code, self.message, self.part, self.offset) = (`class`, code, message, part, offset)
    }
  }

  /// The light of an input.
  package struct Light: Hashable, Sendable {
    /// The kind, as `info` names it: `sdr`, `isoHDR`, `gainMap`, `raw`, `float`.
    package var kind: String
    /// The ratio of its peak to reference white, 1 for SDR; nil where it is not known.
    package var headroom: Double?
    /// Whether an output that could not hold it is SDR.
    package var isLost: Bool

    package init(kind: String, headroom: Double?, isLost: Bool) {
      (self.kind, self.headroom, self.isLost) = (kind, headroom, isLost)
    }

    /// The kind of what has no light above white.
    package static let sdr = "sdr"
  }

  package init(
    input: String, size: Int? = nil, mtimeNs: Int? = nil, inputSHA256: String? = nil, recipe: String, version: String,
    shard: String? = nil, status: Status, outputs: [Output] = [], error: Failure? = nil, attempts: Int = 1,
    seconds: Double = 0, cpuSeconds: Double = 0, peakBytes: Int = 0, hdr: Light? = nil, warnings: [String] = []
  ) {
    (self.input, self.size, self.mtimeNs, self.inputSHA256) = (input, size, mtimeNs, inputSHA256)
    (self.recipe, self.version, self.shard, self.status) = (recipe, version, shard, status)
    (self.outputs, self.error, self.attempts, self.seconds) = (outputs, error, attempts, seconds)
    (self.cpuSeconds, self.peakBytes, self.hdr, self.warnings) = (cpuSeconds, peakBytes, hdr, warnings)
  }
}
