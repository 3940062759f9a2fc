internal import ArgumentParser
internal import Headroom

/// `--exposure`: stops, or what the picture's own light asks for.
enum ExposureChoice: Equatable {
  case auto
  case stops(Double)

  init(parsing text: String) throws {
    if text == "auto" {
      self = .auto
      return
    }
    guard let stops = DecimalNumber.parse(text.hasPrefix("+") ? text.dropFirst() : text[...]),
      (-32...32).contains(stops)
    else { throw ValidationError("an exposure is 'auto' or stops from -32 to 32") }
    self = .stops(stops)
  }
}
