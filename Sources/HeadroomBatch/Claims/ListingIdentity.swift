internal import HeadroomContainers

/// What tells a list of inputs and what is made of them from others: the digest of both.
package struct ListingIdentity: ~Copyable {
  private var hash: SHA256
  private var waiting: [UInt8] = []
  /// Inputs that were added.
  package private(set) var count = 0

  /// - Parameter recipe: the digest of the plan.
  package init(recipe: String) throws(BatchError) {
    hash = try SHA256()
    add(recipe)
  }

  private mutating func add(_ text: String) {
    waiting += SystemPath.bytes(text)
    // No name has it, so that no two lists are the same bytes.
    waiting.append(0)
  }

  /// Adds the next input.
  package mutating func add(input: String, stem: String) throws(BatchError) {
    add(input)
    add(stem)
    count += 1
    if waiting.count > 1 << 16 {
      try hash.update(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
  }

  /// 64 hexadecimal digits.
  package mutating func finish() throws(BatchError) -> String {
    try hash.update(waiting)
    waiting.removeAll()
    return try hash.finish().hexadecimal
  }
}
