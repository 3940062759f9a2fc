internal import Headroom
internal import HeadroomPictures

/// The names of all outputs, looked at before any work: none leaves the output directory, none is given twice, and none is an
/// input.
struct BatchNames {
  private let plan: BatchPlan
  private let directory: String
  private let digits: Int

  init(_ plan: BatchPlan, directory: String, digits: Int) {
    (self.plan, self.digits) = (plan, digits)
    self.directory = directory.hasSuffix("/") ? directory : directory + "/"
  }

  /// The path of an output of an input.
  ///
  /// - Parameter size: pixels of the result; without them their fields keep their braces.
  func path(
    _ output: BatchPlan.Output, of input: BatchInput, size: (width: Int, height: Int)? = nil
  ) throws(PictureError) -> String {
    guard let name = input.name(of: output, digits: digits, size: size) else {
      throw PictureError(.usage, file: input.path, part: "\(output.path).name", "the name leaves the output directory")
    }
    return directory + name
  }

  /// Checks the names of a list.
  ///
  /// - Throws: of kind `usage`, the first two inputs that would become one file, or the input that would be replaced.
  func check(_ inputs: [BatchInput]) throws(PictureError) {
    let count = plan.outputs.count
    var hashes = try ThreadPool.shared.map(inputs.count * count) { (number) throws(PictureError) in
      try ByteName(path(plan.outputs[number % count], of: inputs[number / count])).hashValue
    }
    hashes.sort()
    var repeated: Set<Int> = []
    for (one, next) in zip(hashes, hashes.dropFirst()) where one == next { repeated.insert(one) }
    if !repeated.isEmpty { try refuse(repeated, inputs) }
    try checkAgainstInputs(inputs)
  }

  /// Looks whether equal hashes are those of equal names.
  private func refuse(_ hashes: Set<Int>, _ inputs: [BatchInput]) throws(PictureError) {
    var owners: [ByteName: String] = [:]
    for input in inputs {
      for output in plan.outputs {
        let name = ByteName(try path(output, of: input))
        guard hashes.contains(name.hashValue) else { continue }
        if let other = owners.updateValue(input.path, forKey: name) {
          throw .usage("\(other) and \(input.path) would both become \(name.text)")
        }
      }
    }
  }

  /// Outputs in the inputs' own folders may have their names.
  private func checkAgainstInputs(_ inputs: [BatchInput]) throws(PictureError) {
    let root = OutputFile.resolved(directory)
    var folders: [String: String] = [:]
    var mine: Set<ByteName> = []
    for input in inputs {
      let folder = OutputFile.folder(of: input.path)
      let resolved = folders[folder] ?? OutputFile.resolved(folder)
      folders[folder] = resolved
      guard resolved == root || resolved.hasPrefix(root == "/" ? root : root + "/") else { continue }
      let below = String(resolved.dropFirst(root.count)).drop { $0 == "/" }
      mine.insert(ByteName(directory + (below.isEmpty ? "" : below + "/") + OutputFile.name(of: input.path)))
    }
    guard !mine.isEmpty else { return }
    for input in inputs {
      for output in plan.outputs {
        let path = try path(output, of: input)
        if mine.contains(ByteName(path)) { throw .usage("\(input.path) would become \(path), which is an input") }
      }
    }
  }
}
