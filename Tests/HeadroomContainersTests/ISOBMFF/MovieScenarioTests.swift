import HeadroomContainers
import HeadroomMovieScenarios
import HeadroomTestSupport
import Testing

@Suite("Changed movies")
struct MovieScenarioTests {
  @Test("whole films have no finding", arguments: MovieSeeds.all.indices)
  func whole(_ seed: Int) throws { #expect(MovieScenario.finding(in: MovieSeeds.all[seed]) == nil) }

  @Test("changed bytes give values or typed errors, whatever they are", arguments: MovieSeeds.all.indices)
  func changed(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let values: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]
    for turn in 0..<1500 {
      var bytes = MovieSeeds.all[seed]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] =
          turn % 2 == 0 ? values.randomElement(using: &generator) ?? 0 : .random(in: 0...255, using: &generator)
      }
      if turn % 10 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
      let finding = MovieScenario.finding(in: bytes)
      #expect(finding == nil, "turn \(turn)")
    }
  }
}
