internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// What manifests say of the inputs of a run: the newest record of each, in few bytes.
struct ResumeIndex {
  /// The outcome of an input's newest record.
  enum Outcome: UInt8 {
    case unknown
    case ok
    case permanent
    case transient
    case skipped
  }

  private struct Fact: Sendable {
    var size = -1
    var mtimeNs = 0
    /// The first of its outputs in `outputs`.
    var firstOutput: UInt32 = 0
    var outcome = Outcome.unknown
    /// Whether recipe and version are those of this run.
    var isCurrent = false
    var outputCount: UInt16 = 0

    init() {}

    /// Without its outputs.
    init(_ record: ManifestRecord, recipe: String, version: String) {
      (size, mtimeNs) = (record.size ?? -1, record.mtimeNs ?? 0)
      isCurrent = record.recipe == recipe && record.version == version
      outcome =
        switch record.status {
        case .ok: .ok
        case .skipped: .skipped
        case .failed: record.error?.class == .permanent ? .permanent : .transient
        }
    }
  }

  private struct Output: Sendable {
    let bytes: Int
    let width: Int32
    let height: Int32

    init(_ output: ManifestRecord.Output) {
      bytes = output.bytes
      (width, height) = (Int32(clamping: output.width), Int32(clamping: output.height))
    }
  }

  private var facts: [Fact]
  private var outputs: [Output] = []
  private let recipe: String
  private let version: String

  init(count: Int, recipe: String, version: String) {
    facts = [Fact](repeating: Fact(), count: count)
    (self.recipe, self.version) = (recipe, version)
  }

  /// Reads a manifest; its records are newer than those of manifests before.
  mutating func add(_ manifest: String, of inputs: BatchInputs, threads: ThreadPool) throws(PictureError) {
    let (recipe, version) = (recipe, version)
    do throws(BatchError) {
      try ManifestRecords(of: manifest, by: threads.forRecords).forEach { record in
        inputs.place(of: record.input).map { place in
          (place, Fact(record, recipe: recipe, version: version), record.outputs.map(Output.init))
        }
      } _: { place, fact, outputs in
        add(fact, outputs, at: place)
      }
    } catch {
      throw PictureError(error)
    }
  }

  private mutating func add(_ fact: Fact, _ made: [Output], at place: Int) {
    var fact = fact
    // An earlier record's outputs leave their room to this one's.
    let old = facts[place]
    let reuses = old.outputCount >= made.count && old.outputCount > 0
    fact.firstOutput = reuses ? old.firstOutput : UInt32(clamping: outputs.count)
    fact.outputCount = UInt16(clamping: made.count)
    for (number, output) in made.prefix(Int(fact.outputCount)).enumerated() {
      if reuses { outputs[Int(fact.firstOutput) + number] = output } else { outputs.append(output) }
    }
    facts[place] = fact
  }

  func outcome(at place: Int) -> Outcome { facts[place].outcome }

  /// Whether the record still tells of this input: recipe, version, and the file's size and time.
  func isCurrent(at place: Int, _ file: FileFingerprint?) -> Bool {
    let fact = facts[place]
    guard fact.isCurrent else { return false }
    return fact.size == file?.size ?? -1 && (file == nil || fact.mtimeNs == file?.mtimeNs)
  }

  /// Whether all outputs of the record exist with their sizes.
  func hasOutputs(
    at place: Int, _ input: BatchInput, _ plan: BatchPlan, _ names: BatchNames
  ) throws(PictureError) -> Bool {
    let fact = facts[place]
    guard Int(fact.outputCount) == plan.outputs.count else { return false }
    for (number, output) in plan.outputs.enumerated() {
      let known = outputs[Int(fact.firstOutput) + number]
      let path = try names.path(output, of: input, size: (Int(known.width), Int(known.height)))
      guard let file = FileFingerprint(of: path), file.isPlain, file.size == known.bytes else { return false }
    }
    return true
  }
}
