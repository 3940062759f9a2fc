package import HeadroomContainers

/// A filter of a clip.
package struct ProjectFilter: Sendable {
  package struct Input: Sendable {
    /// As written: `inputEV`, or the filter's own name for it.
    package var key: String
    package var value: Keyframed<ProjectFilterValue>

    package init(key: String, value: Keyframed<ProjectFilterValue>) { (self.key, self.value) = (key, value) }
  }

  package var name: String
  package var inputs: [Input]
  package var path: JSONPath

  package init(name: String, inputs: [Input], path: JSONPath) {
    (self.name, self.inputs, self.path) = (name, inputs, path)
  }
}

/// A value of a filter's input: whatever recipes take there. Numbers and lists of numbers may have key frames.
package struct ProjectFilterValue: Sendable {
  package var json: JSONValue

  package init(_ json: JSONValue) { self.json = json }

  /// The numbers, one or a list; nil for what cannot be mixed.
  var numbers: [Double]? {
    switch json {
    case .integer(let whole): return [Double(whole)]
    case .number(let number): return [number]
    case .array(let values):
      let numbers = values.compactMap { ProjectFilterValue($0).single }
      return numbers.count == values.count && !numbers.isEmpty ? numbers : nil
    case .null, .bool, .decimal, .string, .object: return nil
    }
  }

  private var single: Double? {
    switch json {
    case .integer(let whole): Double(whole)
    case .number(let number): number
    case .null, .bool, .decimal, .string, .array, .object: nil
    }
  }

  var isList: Bool { if case .array = json { true } else { false } }
}

extension ProjectFilterValue: KeyframeValue {
  package static func mix(
    _ first: ProjectFilterValue, _ second: ProjectFilterValue, weight: Double
  ) -> ProjectFilterValue {
    guard let from = first.numbers, let to = second.numbers, from.count == to.count else { return first }
    let mixed = zip(from, to).map { JSONValue.number(Double.mix($0, $1, weight: weight)) }
    return ProjectFilterValue(first.isList ? .array(mixed) : mixed[0])
  }
}

/// What filters and transitions there are, for readers that know none.
package struct ProjectVocabulary: Sendable {
  /// Names of the filters that are transitions.
  package var transitions: [String]
  /// What is wrong with a filter, or with a transition's filter, and the value of each input at the start.
  ///
  /// `key` is the input's as written; nil where the name is wrong.
  package var filterProblem:
    @Sendable (_ name: String, _ inputs: [(key: String, value: JSONValue)]) -> (key: String?, reason: String)?

  package init(
    transitions: [String],
    filterProblem: @escaping @Sendable (String, [(key: String, value: JSONValue)]) -> (key: String?, reason: String)?
  ) {
    (self.transitions, self.filterProblem) = (transitions, filterProblem)
  }
}
