internal import HeadroomContainers

extension Overlay.Place {
  /// `southeast`, or `X,Y` in whole pixels.
  package init(parsing text: String) throws {
    if let gravity = Gravity(rawValue: text) {
      self = .gravity(gravity)
      return
    }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let limit = ResizeRule.maximumSide
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) <= limit, abs(y) <= limit else {
      let names = Gravity.allCases.map(\.rawValue)
      throw SettingProblem(
        "a place is X,Y in whole pixels or one of \(names.joined(separator: ", "))"
          + NameSuggestion.question(for: text, among: names))
    }
    self = .offset(x: x, y: y)
  }
}
