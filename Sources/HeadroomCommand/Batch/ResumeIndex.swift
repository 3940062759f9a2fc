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

  private struct Fact {
    var size = -1
    var mtimeNs = 0
    /// The first of its outputs in `outputs`.
    var firstOutput: UInt32 = 0
    var outcome = Outcome.unknown
    /// Whether recipe and version are those of this run.
    var isCurrent = false
    var outputCount: UInt16 = 0
  }

  private struct Output {
    let bytes: Int
    let width: Int32
    let height: Int32
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
  mutating func add(_ manifest: String, of inputs: BatchInputs) throws(PictureError) {
    do throws(BatchError) {
      try ManifestReader.records(of: manifest) { record in
        if let place = inputs.place(of: record.input) { add(record, at: place) }
      }
    } catch {
      throw PictureError(error)
    }
  }

  private mutating func add(_ record: ManifestRecord, at place: Int) {
    var fact = Fact()
    (fact.size, fact.mtimeNs) = (record.size ?? -1, record.mtimeNs ?? 0)
    fact.isCurrent = record.recipe == recipe && record.version == version
    fact.outcome =
      switch record.status {
      case .ok: .ok
      case .skipped: .skipped
      case .failed: record.error?.class == .permanent ? .permanent : .transient
      }
    // An earlier record's outputs leave their room to this one's.
    let old = facts[place]
    let reuses = old.outputCount >= record.outputs.count && old.outputCount > 0
    fact.firstOutput = reuses ? old.firstOutput : UInt32(clamping: outputs.count)
    fact.outputCount = UInt16(clamping: record.outputs.count)
    for (number, output) in record.outputs.prefix(Int(fact.outputCount)).enumerated() {
      let entry = Output(
        bytes: output.bytes, width: Int32(clamping: output.width), height: Int32(clamping: output.height))
      if reuses { outputs[Int(fact.firstOutput) + number] = entry } else { outputs.append(entry) }
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
