internal import HeadroomContainers

extension JSONNode {
  /// A number as it is written, or a fraction of two in quotes.
  func exact(_ what: String) throws(ProjectError) -> ExactNumber {
    do throws(ExactNumberError) {
      switch value {
      case .decimal(let digits): return try ExactNumber(decimal: digits)
      case .string(let text): return try ExactNumber(fraction: text)
      case .null, .bool, .integer, .number, .array, .object: break
      }
    } catch .noNumber {
      throw problem("expected \(what), found '\(shown)'")
    } catch {
      throw problem("'\(shown)' \(error)")
    }
    throw expected(what)
  }

  private var shown: String {
    switch value {
    case .string(let text), .decimal(let text): ProjectError.shown(text)
    default: "\(value.kindName)"
    }
  }

  /// Seconds: 0 and more.
  func time() throws(ProjectError) -> CMTime {
    let seconds = try exact(#"a number of seconds or "a/b""#)
    guard !seconds.isNegative else { throw problem("'\(shown)' lies before 0") }
    guard let time = CMTime(nearest: seconds) else {
      throw problem("'\(shown)' is not below \(CMTime.mostSeconds) s")
    }
    return time
  }

  /// Seconds: more than 0.
  func duration() throws(ProjectError) -> CMTime {
    let seconds = try exact(#"a number of seconds or "a/b""#)
    guard seconds.numerator > 0 else { throw problem("a duration is above 0; found '\(shown)'") }
    let time = try time()
    guard time > .zero else { throw problem("'\(shown)' is shorter than any time (1/\(kCMTimeMaxTimescale) s)") }
    return time
  }

  /// A ratio between limits.
  func ratio(_ what: String, in range: ClosedRange<Double>) throws(ProjectError) -> ExactRatio {
    let number = try exact(what)
    guard let ratio = ExactRatio(nearest: number), range.contains(ratio.double),
      ratio.numerator > 0 || number == .zero
    else { throw problem("expected \(what), found '\(shown)'") }
    return ratio
  }

  /// A number for arithmetic.
  func double(_ what: String) throws(ProjectError) -> Double {
    switch value.withNumbers {
    case .integer(let whole): return Double(whole)
    case .number(let number): return number
    case .null:
      if isNull { throw expected(what) }
      throw problem("'\(shown)' is too large")
    case .bool, .decimal, .string, .array, .object: throw expected(what)
    }
  }

  func double(_ what: String, in range: ClosedRange<Double>) throws(ProjectError) -> Double {
    let number = try double(what)
    guard range.contains(number) else { throw problem("expected \(what), found '\(shown)'") }
    return number
  }

  func whole(_ what: String, in range: ClosedRange<Int>) throws(ProjectError) -> Int {
    let number = try double(what)
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw problem("expected \(what), found '\(shown)'")
    }
    return whole
  }

  /// A list of so many numbers.
  func doubles(_ what: String, counts: ClosedRange<Int>) throws(ProjectError) -> [Double] {
    guard case .array(let values) = value else { throw expected(what) }
    guard counts.contains(values.count) else { throw problem("expected \(what), found \(values.count) values") }
    var numbers: [Double] = []
    for node in try list(what, most: counts.upperBound) { numbers.append(try node.double("a number")) }
    return numbers
  }
}
