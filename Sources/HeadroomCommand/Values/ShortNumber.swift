/// A number for people: at most four significant digits, whatever the locale.
enum ShortNumber {
  static func text(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var step = 1.0
    while abs(value) / step >= 10_000 { step *= 10 }
    while abs(value) / step < 1000, step > 1e-12 { step /= 10 }
    let rounded = (value / step).rounded() * step
    // The product is not exact in binary; twelve digits hide that and keep all four.
    let text = String(((rounded * 1e12).rounded() / 1e12).description)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
