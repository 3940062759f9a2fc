/// Adds manifests up: of the records of one input the last one counts, in the order in which they are added.
package struct ReportMerge {
  /// What became of an input's light.
  private enum Light {
    case kept
    case made
    case sdr
    case lost
  }

  /// What counts of a record.
  private struct Fact {
    var status: ManifestRecord.Status?
    /// In ``codes``.
    var error: Int32 = -1
    var light: Light?
    var bytesIn = 0
    var bytesOut = 0
    var seconds = 0.0
    var cpuSeconds = 0.0
  }

  /// A record before it is counted.
  private struct Entry {
    let key: InputKey
    var fact: Fact
    /// Why it failed; nil where it did not.
    let code: String?

    init(_ record: ManifestRecord) throws(BatchError) {
      key = try InputKey(record.input)
      code = record.status == .failed ? record.error?.code ?? "" : nil
      fact = Fact(status: record.status, light: ReportMerge.light(of: record))
      (fact.bytesIn, fact.seconds, fact.cpuSeconds) = (max(record.size ?? 0, 0), record.seconds, record.cpuSeconds)
      fact.bytesOut = record.outputs.reduce(0) { ReportMerge.sum($0, $1.bytes) }
    }
  }

  private var places: [InputKey: Int32] = [:]
  private var facts: [Fact] = []
  private var codes: [String] = []
  private var codePlaces: [String: Int32] = [:]
  private var duplicates = 0
  private var firstMissing: [String] = []

  /// Names of missing inputs that are told.
  private static let toldNames = 10

  package init() {}

  /// Adds all records of a manifest.
  ///
  /// - Parameter perform: see ``ManifestRecords``.
  /// - Returns: whether its last line is unfinished, which is passed over.
  /// - Throws: ``BatchError``: of kind `usage` at the first line that is no record, `input` where the file cannot be read.
  @discardableResult
  package mutating func add(
    manifest path: String, by perform: ManifestRecords.Perform? = nil
  ) throws(BatchError) -> Bool {
    try ManifestRecords(of: path, by: perform).forEach { record throws(BatchError) in
      try Entry(record)
    } _: { entry in
      add(entry)
    }
  }

  /// Adds a record, which is newer than those before.
  package mutating func add(_ record: ManifestRecord) throws(BatchError) { add(try Entry(record)) }

  private mutating func add(_ entry: Entry) {
    var fact = entry.fact
    if let code = entry.code { fact.error = place(of: code) }
    guard let place = places[entry.key] else {
      places[entry.key] = Int32(facts.count)
      facts.append(fact)
      return
    }
    duplicates += 1
    facts[Int(place)] = fact
  }

  /// Adds an input that has to have a record; to be called when all manifests are added.
  package mutating func expect(_ input: String) throws(BatchError) {
    let key = try InputKey(input)
    guard places[key] == nil else { return }
    places[key] = Int32(facts.count)
    facts.append(Fact())
    if firstMissing.count < Self.toldNames { firstMissing.append(input) }
  }

  /// The place of an error's code; codes without end, which no run writes, are counted as one.
  private mutating func place(of code: String) -> Int32 {
    let code = code.isEmpty || codes.count >= 10_000 ? "unknown" : code
    if let place = codePlaces[code] { return place }
    codes.append(code)
    codePlaces[code] = Int32(codes.count - 1)
    return Int32(codes.count - 1)
  }

  /// At most the largest `Int`: sizes of a hostile manifest may be anything.
  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isOver) = one.addingReportingOverflow(other)
    return isOver ? .max : sum
  }

  /// Where a record is counted by its light; nil where there is nothing to say.
  private static func light(of record: ManifestRecord) -> Light? {
    guard record.status != .failed, let light = record.hdr, !light.kind.isEmpty else { return nil }
    if light.isLost { return .lost }
    let isOut = record.outputs.contains { !$0.hdr.isEmpty && $0.hdr != ManifestRecord.Light.sdr }
    if !isOut { return .sdr }
    return light.kind == ManifestRecord.Light.sdr ? .made : .kept
  }

  /// The sum.
  package func report() -> MergedReport {
    var report = MergedReport(inputs: facts.count, duplicates: duplicates, firstMissing: firstMissing)
    for fact in facts {
      switch fact.status {
      case .ok: report.ok += 1
      case .failed: report.failed += 1
      case .skipped: report.skipped += 1
      case nil: report.missing += 1
      }
      if fact.error >= 0 { report.byError[codes[Int(fact.error)], default: 0] += 1 }
      switch fact.light {
      case .kept: report.hdr.kept += 1
      case .made: report.hdr.made += 1
      case .sdr: report.hdr.sdr += 1
      case .lost: report.hdr.lost += 1
      case nil: break
      }
      report.bytesIn = Self.sum(report.bytesIn, fact.bytesIn)
      report.bytesOut = Self.sum(report.bytesOut, fact.bytesOut)
      report.seconds += fact.seconds
      report.cpuSeconds += fact.cpuSeconds
    }
    return report
  }
}
