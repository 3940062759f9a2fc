import HeadroomVideo
import Testing

@Suite("Numbers as they are written")
struct ExactNumberTests {
  private func time(_ text: String) throws -> CMTime? { CMTime(nearest: try ExactNumber(parsing: text)) }

  @Test(
    "become exact times",
    arguments: [
      ("0.5", 1, 2), ("2.0e-1", 1, 5), ("-3", -3, 1), ("1e3", 1000, 1), ("0.001", 1, 1000), ("0e99", 0, 1),
      ("-0.0", 0, 1),
      ("30000/1001", 30000, 1001), ("10/4", 5, 2), ("0.000000001", 1, 1_000_000_000), ("00.50", 1, 2),
    ])
  func exact(_ text: String, _ value: Int64, _ timescale: Int32) throws {
    let time = try #require(try time(text))
    #expect(time.value == value && time.timescale == timescale && !time.hasBeenRounded)
  }

  @Test func `A decimal of 16 digits becomes the fraction that was meant`() throws {
    #expect(try time("0.3333333333333333") == CMTime(value: 1, timescale: 3))
    #expect(try time("0.03336666666666667") == CMTime(value: 1001, timescale: 30000))
    #expect(try time("-0.6666666666666666") == CMTime(value: -2, timescale: 3))
    #expect(try time("0.3333333333333333")?.hasBeenRounded == true)
    #expect(ExactRatio(nearest: try ExactNumber(decimal: "29.97002997002997"))?.denominator == 1001)
  }

  @Test func `What no time can hold becomes the nearest one`() throws {
    for text in ["0.12345678912345", "3.14159265358979", "987654321.123456789012", "0.9999999999"] {
      let nearest = try #require(try time(text))
      let exact = try #require(Double(text))
      #expect(nearest.hasBeenRounded && abs(nearest.seconds - exact) <= 1e-9 / 2 + exact.ulp, "\(text)")
    }
  }

  @Test(
    "are refused with the reason",
    arguments: [
      ("1/0", ExactNumberError.zeroDivisor), ("0/0", .zeroDivisor), ("1/", .noNumber), ("1/2/3", .noNumber),
      ("+1/2", .noNumber), ("1/-2", .noNumber), ("", .noNumber), ("nan", .noNumber), ("0x10", .noNumber),
      ("1e", .noNumber), ("1e5e5", .noNumber), (".5", .noNumber), ("5.", .noNumber), ("1e400", .tooManyDigits),
      ("0e9999999999", .tooManyDigits),
      ("1e-400", .tooManyDigits), ("1e9999999999999999999", .tooManyDigits),
      ("99999999999999999999999999999999999999/1", .tooManyDigits), ("\u{661}", .noNumber),
    ])
  func refused(_ text: String, _ reason: ExactNumberError) {
    #expect(throws: reason) { try ExactNumber(parsing: text) }
  }

  @Test func `Times end before a thousand million seconds`() throws {
    #expect(try time("999999999.9")?.isNumeric == true)
    #expect(try time("1e9") == nil)
    #expect(try time("-1e30") == nil)
  }
}
