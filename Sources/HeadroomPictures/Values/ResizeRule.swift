internal import HeadroomContainers

/// `--resize`: `WxH` fits inside, `WxH^` covers, `WxH!` is exact, `Wx` and `xH` fix one side, `N%` scales; `N` is `NxN`.
package enum ResizeRule: Hashable, Sendable {
  case fit(width: Int, height: Int)
  /// Fits inside, and is never enlarged.
  case inside(width: Int, height: Int)
  case cover(width: Int, height: Int)
  case exact(width: Int, height: Int)
  case width(Int)
  case height(Int)
  case percent(Double)

  package static let maximumSide = 1 << 20

  package init(parsing text: String) throws {
    guard let rule = Self.percentage(text) ?? Self.square(text) ?? Self.sides(text) else {
      throw SettingProblem("a size is WxH (fits inside), WxH^ (covers), WxH! (exact), Wx, xH, N (as NxN) or N%")
    }
    self = rule
  }

  /// A width, a height, or a box to fit inside; nil without either.
  package init?(width: Int?, height: Int?) {
    switch (width, height) {
    case (let width?, let height?): self = .fit(width: width, height: height)
    case (let width?, nil): self = .width(width)
    case (nil, let height?): self = .height(height)
    case (nil, nil): return nil
    }
  }

  /// One number is a square, as in other tools.
  private static func square(_ text: String) -> ResizeRule? {
    let covers = text.hasSuffix("^")
    guard let side = Int(covers ? text.dropLast() : text[...]), (1...maximumSide).contains(side) else { return nil }
    return covers ? .cover(width: side, height: side) : .fit(width: side, height: side)
  }

  private static func percentage(_ text: String) -> ResizeRule? {
    guard text.hasSuffix("%"), let value = DecimalNumber.parse(text.dropLast()), value > 0, value <= 10_000 else {
      return nil
    }
    return .percent(value)
  }

  private static func sides(_ text: String) -> ResizeRule? {
    let mark = text.last.flatMap { "^!".contains($0) ? $0 : nil }
    let parts = (mark == nil ? text[...] : text.dropLast()).split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts.map { Int($0) }
    for (part, number) in zip(parts, numbers) where !part.isEmpty {
      guard let number, (1...maximumSide).contains(number) else { return nil }
    }
    switch (numbers[0], numbers[1], mark) {
    case (let width?, let height?, "^"): return .cover(width: width, height: height)
    case (let width?, let height?, "!"): return .exact(width: width, height: height)
    case (let width?, let height?, _): return .fit(width: width, height: height)
    case (let width?, nil, nil): return .width(width)
    case (nil, let height?, nil): return .height(height)
    default: return nil
    }
  }

  /// The resulting size: at least one pixel, proportions kept except for `exact`.
  package func target(width: Int, height: Int) -> (width: Int, height: Int) {
    let scale: Double
    switch self {
    case .exact(let targetWidth, let targetHeight): return (targetWidth, targetHeight)
    case .fit(let boxWidth, let boxHeight):
      scale = min(Double(boxWidth) / Double(width), Double(boxHeight) / Double(height))
    case .inside(let boxWidth, let boxHeight):
      scale = min(Double(boxWidth) / Double(width), Double(boxHeight) / Double(height), 1)
    case .cover(let boxWidth, let boxHeight):
      scale = max(Double(boxWidth) / Double(width), Double(boxHeight) / Double(height))
    case .width(let side): scale = Double(side) / Double(width)
    case .height(let side): scale = Double(side) / Double(height)
    case .percent(let percent): scale = percent / 100
    }
    return (max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
  }
}
