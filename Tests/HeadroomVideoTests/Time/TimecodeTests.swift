import HeadroomVideo
import Testing

@Suite("Time codes")
struct TimecodeTests {
  @Test(
    "count frames",
    arguments: [
      ("00:00:00:00", 25, 0), ("01:00:00:05", 25, 90_005), ("00:01:00;02", 30, 1800), ("00:10:00;00", 30, 17_982),
      ("00:01:00;04", 60, 3600), ("23:59:59:23", 24, 2_073_599),
    ])
  func numbers(_ text: String, _ rate: Int, _ number: Int) throws {
    let code = try #require(Timecode(text, rate: rate))
    #expect(code.number == number && code.description == text)
  }

  @Test("go on across dropped numbers and midnight")
  func steps() throws {
    #expect(Timecode("00:00:59;29", rate: 30)?.advanced(by: 1).description == "00:01:00;02")
    #expect(Timecode("00:09:59;29", rate: 30)?.advanced(by: 1).description == "00:10:00;00")
    #expect(Timecode("23:59:59:24", rate: 25)?.advanced(by: 1).description == "00:00:00:00")
    // Each is the one before and one more, and none comes twice.
    let first = try #require(Timecode("00:00:00;00", rate: 30))
    let all = (0..<20_000).map { first.advanced(by: $0) }
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(all.allSatisfy { Timecode($0.description, rate: 30) == $0 })
  }

  @Test(
    "are refused where they are none",
    arguments: ["", "1:00:00:00", "00:60:00:00", "00:00:00:25", "aa:00:00:00", "-1:00:00:00"])
  func refusals(_ text: String) { #expect(Timecode(text, rate: 25) == nil) }
}
