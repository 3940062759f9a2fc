internal import Foundation
internal import Glibc
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// What is done to an input: one read and one decode of each form for all outputs, which appear together.
struct BatchWork: Sendable {
  let plan: BatchPlan
  let names: BatchNames
  let policy: ExistingFilePolicy
  let isDryRun: Bool
  let hashesInputs: Bool
  let deadlines: BatchDeadlines
  let gate: MemoryGate
  private let edits: [Edit]
  private let resources: JobResources
  private let renderer: PictureRenderer

  /// What came of an attempt.
  struct Attempt {
    var file: FileFingerprint?
    var inputSHA256: String?
    var light: ManifestRecord.Light?
    var outputs: [ManifestRecord.Output] = []
    /// Whether all outputs existed and were kept.
    var isSkipped = false
    var warnings: [String] = []
    var error: PictureError?
  }

  /// - Throws: what is wrong with a plan's filters, recipes and overlays.
  init(
    _ plan: BatchPlan, names: BatchNames, policy: ExistingFilePolicy, isDryRun: Bool, hashesInputs: Bool,
    deadlines: BatchDeadlines, gate: MemoryGate, resources: JobResources
  ) throws(PictureError) {
    (self.plan, self.names, self.policy, self.isDryRun) = (plan, names, policy, isDryRun)
    (self.hashesInputs, self.deadlines, self.gate, self.resources) = (hashesInputs, deadlines, gate, resources)
    edits = try plan.outputs.map { output throws(PictureError) in
      do throws(PictureError) { return try output.request.edit(resources) } catch {
        var error = error
        error.file = error.file ?? plan.file
        error.part = [output.path, error.part].compactMap { $0 }.joined(separator: ": ")
        error.text = SettingWords.members.text(error.text)
        throw error
      }
    }
    var renderer = PictureRenderer(resources)
    renderer.progress = nil
    self.renderer = renderer
  }

  /// Makes the outputs of an input.
  ///
  /// - Parameter alone: whether nothing else may run meanwhile.
  func attempt(_ input: BatchInput, alone: Bool) -> Attempt {
    var attempt = Attempt(file: FileFingerprint(of: input.path))
    do throws(PictureError) {
      try make(input, alone: alone, &attempt)
    } catch {
      attempt.error = error
      attempt.error?.file = error.file ?? input.path
    }
    // Whatever went wrong with a file that changed meanwhile, the change is the reason.
    if attempt.error != nil, let file = attempt.file, FileFingerprint(of: input.path) != file {
      attempt.error = Self.changed(input)
    }
    return attempt
  }

  private func make(_ input: BatchInput, alone: Bool, _ attempt: inout Attempt) throws(PictureError) {
    if let file = attempt.file, !file.isPlain {
      throw Self.noFile(input, isDirectory: file.isDirectory)
    }
    if !plan.namesTellSizes, try keepsAll(input, &attempt) { return }
    let bytes = try bytes(of: input)
    if hashesInputs { attempt.inputSHA256 = try digest(bytes) }
    let sources = try sources(bytes, input)
    attempt.light = Self.light(of: sources[0].info)
    let need = zip(sources, plan.outputs).reduce(bytes.count) { max($0, bytes.count + 2 * $1.0.heldBytes) }
    let result = gate.admit(need, alone: alone) { () -> Result<Attempt, PictureError> in
      var made = attempt
      return Result { () throws(PictureError) in
        try deadlines.run { () throws(PictureError) in try render(input, sources, &made) }
        return made
      }
    }
    attempt = try result.get()
  }

  private func bytes(of input: BatchInput) throws(PictureError) -> FileBytes {
    do throws(ImageIOError) { return try FileBytes(path: input.path) } catch {
      throw PictureError(error, file: input.path)
    }
  }

  private func digest(_ bytes: FileBytes) throws(PictureError) -> String {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(BatchError) in try unsafe SHA256.of(bytes) }
    }
    do throws(BatchError) { return try result.get().hexadecimal } catch { throw PictureError(error) }
  }

  /// The source of each output: one for all that read the input in the same way.
  private func sources(_ bytes: FileBytes, _ input: BatchInput) throws(PictureError) -> [PictureSource] {
    var known: [String: PictureSource] = [:]
    var sources: [PictureSource] = []
    for (output, edit) in zip(plan.outputs, edits) {
      var source: PictureSource
      if let made = known[output.opening] {
        source = made
      } else {
        var resources = resources
        resources.allowPartial = resources.allowPartial || output.request.allowPartial
        source = try PictureSource(
          bytes, name: input.path, resources, at: output.request.place, development: output.request.development,
          exposure: edit.statedStops, url: URL(filePath: input.path)
        ).sharingForms
        known[output.opening] = source
      }
      if let side = output.previewSide, let preview = source.preview(longerSide: side, resources) { source = preview }
      sources.append(source)
    }
    return sources
  }

  static func changed(_ input: BatchInput) -> PictureError {
    let isGone = FileFingerprint(of: input.path) == nil
    var error = PictureError(
      .input, file: input.path, isGone ? "went away while it was read" : "changed while it was read")
    error.cause = .changed
    return error
  }

  private static func noFile(_ input: BatchInput, isDirectory: Bool) -> PictureError {
    // The search for inputs names folders that it cannot read.
    let isOpen = unsafe SystemPath.withCString(input.path) { unsafe access($0, R_OK | X_OK) } == 0
    let isShut = isDirectory && !isOpen
    let text = isDirectory ? "is a directory" : "is no plain file"
    var error = PictureError(.input, file: input.path, isShut ? "the folder cannot be read" : text)
    error.cause = isShut ? .unreadable : .unsupported
    return error
  }

  private static func light(of info: StillInfo) -> ManifestRecord.Light {
    ManifestRecord.Light(kind: info.kind.rawValue, headroom: info.toldHeadroom, isLost: false)
  }

  // MARK: Outputs that exist

  /// Whether all outputs exist and are kept.
  private func keepsAll(_ input: BatchInput, _ attempt: inout Attempt) throws(PictureError) -> Bool {
    let paths = try plan.outputs.map { output throws(PictureError) in try names.path(output, of: input) }
    for path in paths { try check(path, of: input) }
    guard policy == .skip, paths.allSatisfy(OutputFile.exists) else { return false }
    // A broken link of the input's name is no reason to look at it.
    attempt.isSkipped = true
    if !isDryRun {
      for (path, output) in zip(paths, plan.outputs) { attempt.outputs.append(try kept(path, output)) }
    }
    return true
  }

  /// Refuses an output that exists where it may not.
  func check(_ path: String, of input: BatchInput) throws(PictureError) {
    func exists(_ text: String) -> PictureError {
      var error = PictureError(.output, file: path, text)
      error.cause = .exists
      return error
    }
    if OutputFile.isDirectory(path) { throw exists("is a directory") }
    if OutputFile.exists(path) {
      if policy == .refuse { throw exists("exists (--overwrite replaces it)") }
      // A link has led there: the names are not the same.
      let isInput = policy == .overwrite && FileIdentity(of: path) == FileIdentity(of: input.path)
      if isInput { throw exists("is the input itself") }
    }
    // What cannot be written costs no rendering.
    _ = try OutputFile(path: path, policy: policy, makesFolder: true).mayBeSkipped()
  }

  /// The record of an output that was there before.
  func kept(_ path: String, _ output: BatchPlan.Output) throws(PictureError) -> ManifestRecord.Output {
    let source = try? PictureSource(path: path, resources, isMapped: true)
    let size = source?.uprightSize ?? (width: 0, height: 0)
    do throws(BatchError) {
      var record = ManifestRecord.Output(
        path: path, bytes: FileFingerprint(of: path)?.size ?? 0, sha256: try SHA256.ofFile(path).hexadecimal,
        width: size.width, height: size.height, format: output.request.target.format.name,
        hdr: HDRKind.sdr.rawValue, headroom: 1)
      if let source { record.tell(source.info) }
      return record
    } catch {
      throw PictureError(error)
    }
  }
}

extension BatchWork {
  // MARK: Rendering

  private func render(
    _ input: BatchInput, _ sources: [PictureSource], _ attempt: inout Attempt
  ) throws(PictureError) {
    var files: [(file: BatchOutputFile, record: ManifestRecord.Output)] = []
    var keeps: [ManifestRecord.Output?] = []
    var taken: Set<ByteName> = []
    for (number, output) in plan.outputs.enumerated() {
      let (source, edit) = (sources[number], edits[number])
      let size = output.namesTellSize ? try edit.resultSize(of: source) : nil
      let path = try names.path(output, of: input, size: size)
      guard taken.insert(ByteName(path)).inserted else {
        throw PictureError(.usage, file: input.path, part: "\(output.path).name", "two outputs would become \(path)")
      }
      try check(path, of: input)
      if policy == .skip, OutputFile.exists(path) {
        keeps.append(isDryRun ? nil : try kept(path, output))
        continue
      }
      keeps.append(nil)
      let job = job(source, edit, output)
      let plan = try job.plan()
      if plan.losses.contains(where: \.isSevere) { attempt.light?.isLost = true }
      if isDryRun {
        try StandardStreams.print("headroom: would write \(path): \(plan.summary)")
        continue
      }
      let file = BatchOutputFile(path: path)
      let outcome = try job.write(plan, to: file)
      attempt.add(outcome.warnings)
      files.append((file, try Self.record(file, outcome, job)))
    }
    guard !isDryRun else { return }
    guard FileFingerprint(of: input.path) == attempt.file else { throw Self.changed(input) }
    attempt.isSkipped = files.isEmpty
    try commit(&files)
    var written = files.makeIterator()
    attempt.outputs = keeps.compactMap { $0 ?? written.next()?.record }
  }

  /// Gives all files their names. Where one is refused, those that were not there before go again.
  private func commit(
    _ files: inout [(file: BatchOutputFile, record: ManifestRecord.Output)]
  ) throws(PictureError) {
    for number in files.indices {
      do throws(PictureError) {
        files[number].record.sha256 = try files[number].file.commit(replacing: policy == .overwrite)
        // What the file tells of its light, as whoever reads it is told: the encoder has measured it.
        let written = try? PictureSource(path: files[number].file.path, resources, isMapped: true)
        if let written { files[number].record.tell(written.info) }
      } catch {
        if policy != .overwrite {
          for (file, _) in files[..<number] { _ = unsafe SystemPath.withCString(file.path) { unsafe unlink($0) } }
        }
        throw error
      }
    }
  }

  private func job(_ source: PictureSource, _ edit: Edit, _ output: BatchPlan.Output) -> PictureJob {
    var renderer = renderer
    renderer.progress = JobProgress()
    var job = PictureJob(source, edit, output.request.target, in: renderer)
    job.isPlaceChosen = output.request.place.isChosen
    job.isStandIn = output.previewSide != nil
    return job
  }

  private static func record(
    _ file: BatchOutputFile, _ outcome: JobOutcome, _ job: PictureJob
  ) throws(PictureError) -> ManifestRecord.Output {
    let whole = job.source.uprightSize
    // Coded data that is kept is at most turned.
    let turned = try job.edit.geometry.size(width: whole.width, height: whole.height)
    let size = try outcome.size() ?? turned
    return ManifestRecord.Output(
      path: file.path, bytes: file.byteCount, sha256: "", width: size.width, height: size.height,
      format: outcome.plan.format.name, hdr: outcome.after.rawValue, headroom: nil)
  }
}

extension BatchWork.Attempt {
  /// Adds warnings that other outputs have not had.
  fileprivate mutating func add(_ texts: [String]) {
    for text in texts.map(SettingWords.members.text) where !warnings.contains(text) { warnings.append(text) }
  }
}

extension ManifestRecord.Output {
  /// Sets what the headers of the file say of its light.
  fileprivate mutating func tell(_ info: StillInfo) { (hdr, headroom) = (info.kind.rawValue, info.toldHeadroom) }
}

extension StillInfo {
  /// The headroom of the content; nil where it is not known.
  fileprivate var toldHeadroom: Double? {
    if kind == .sdr { return 1 }
    return contentHeadroom > 0 && contentHeadroom.isFinite ? contentHeadroom : nil
  }
}

extension PictureSource {
  /// Bytes of the whole decoded picture; of smaller forms it takes less.
  fileprivate var heldBytes: Int {
    let (width, height) = uprightSize
    return width * height * info.decodedBytesPerPixel
  }
}
