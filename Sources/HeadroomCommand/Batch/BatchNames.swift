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
  /// - Parameter files: plan, manifest and list, which no output replaces.
  /// - Throws: of kind `usage`, the first two inputs that would become one file, or the file that would be replaced.
  func check(_ inputs: [BatchInput], keeping files: [String]) throws(PictureError) {
    let count = plan.outputs.count
    var hashes = try ThreadPool.shared.map(inputs.count * count) { (number) throws(PictureError) in
      try ByteName(path(plan.outputs[number % count], of: inputs[number / count])).hashValue
    }
    hashes.sort()
    var repeated: Set<Int> = []
    for (one, next) in zip(hashes, hashes.dropFirst()) where one == next { repeated.insert(one) }
    if !repeated.isEmpty { try refuse(repeated, inputs) }
    var places = OutputPlaces(directory: directory)
    for file in files {
      guard let name = places.name(file), Self.contains(hashes, name.hashValue) else { continue }
      try refuse([name], inputs, "which the batch itself needs")
    }
    let known = Set(inputs.lazy.compactMap { places.name($0.path) })
    if !known.isEmpty { try refuse(known, inputs, "which is an input") }
  }

  private static func contains(_ sorted: [Int], _ hash: Int) -> Bool {
    var range = sorted.indices
    while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
      if sorted[middle] == hash { return true }
      range = sorted[middle] < hash ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
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

  /// Refuses outputs that would replace one of these files.
  private func refuse(_ files: Set<ByteName>, _ inputs: [BatchInput], _ reason: String) throws(PictureError) {
    for input in inputs {
      for output in plan.outputs {
        let path = try path(output, of: input)
        if files.contains(ByteName(path)) { throw .usage("\(input.path) would become \(path), \(reason)") }
      }
    }
  }
}

/// How outputs that are other files would be named.
private struct OutputPlaces {
  private let directory: String
  /// The directory without links.
  private let root: String
  /// The folders of earlier files without links.
  private var folders: [String: String] = [:]

  /// - Parameter directory: the output directory, with a slash at its end.
  init(directory: String) {
    self.directory = directory
    root = OutputFile.resolved(directory == "/" ? directory : String(directory.dropLast()))
  }

  /// The name that an output has which is this file; nil for a file that is not below the output directory.
  mutating func name(_ file: String) -> ByteName? {
    let folder = OutputFile.folder(of: file)
    let resolved = folders[folder] ?? OutputFile.resolved(folder)
    folders[folder] = resolved
    guard resolved == root || resolved.hasPrefix(root == "/" ? root : root + "/") else { return nil }
    let below = String(resolved.dropFirst(root.count)).drop { $0 == "/" }
    return ByteName(directory + (below.isEmpty ? "" : below + "/") + OutputFile.name(of: file))
  }
}
