internal import HeadroomContainers

extension Edit.Exposure {
  /// `auto`, or stops.
  package init(parsing text: String) throws {
    if text == "auto" {
      self = .auto
      return
    }
    guard let stops = DecimalNumber.parse(text.hasPrefix("+") ? text.dropFirst() : text[...]),
      (-32...32).contains(stops)
    else { throw SettingProblem("an exposure is 'auto' or stops from -32 to 32") }
    self = .stops(stops)
  }
}
