/// The shortest way to write bytes in a code that has several alphabets and switches between them.
///
/// Each position of the message has a node for each alphabet, and each way to encode the next characters is an edge
/// with their width as its cost; the cheapest path is the result.
struct AlphabetSwitching: Sendable {
  /// The characters of an alphabet, and the width of its codes in units (bits, or symbols).
  struct Alphabet: Sendable {
    let width: Int
    private var singles = [Int](repeating: -1, count: 256)
    private var pairs: [Int: Int] = [:]

    init(width: Int) { self.width = width }

    mutating func add(_ text: String, from code: Int) {
      for (index, byte) in text.utf8.enumerated() { singles[Int(byte)] = code + index }
    }
    mutating func add(_ bytes: ClosedRange<Int>, from code: Int) {
      for byte in bytes { singles[byte] = code + byte - bytes.lowerBound }
    }
    mutating func add(pair first: UInt8, _ second: UInt8, code: Int) { pairs[Int(first) << 8 | Int(second)] = code }

    /// The codes for the bytes at a position, with the number of bytes that each code stands for.
    func codes(at index: Int, of message: [UInt8]) -> [(code: Int, length: Int)] {
      let first = Int(message[index])
      var result = singles[first] < 0 ? [] : [(singles[first], 1)]
      if !pairs.isEmpty, index + 1 < message.count, let code = pairs[first << 8 | Int(message[index + 1])] {
        result.append((code, 2))
      }
      return result
    }
  }

  /// A code and its width in units.
  struct Unit: Hashable, Sendable {
    let code: Int
    let width: Int
  }

  /// A switch from one alphabet to another, for good or for one character, by a code of the first.
  struct Switch: Sendable {
    let from: Int
    let to: Int
    let code: Int
  }

  let alphabets: [Alphabet]
  let latches: [Switch]
  let shifts: [Switch]
  /// Runs of plain bytes, where the code has them.
  var runs: Runs?

  /// How plain bytes are announced.
  struct Runs: Sendable {
    /// How many of the alphabets, from the first on, can announce them.
    let alphabets: Int
    let longest: Int
    let announcement: @Sendable (_ count: Int) -> [Unit]
    /// The width of the announcement for each length, from 1 on.
    fileprivate let widths: [Int]

    init(alphabets: Int, longest: Int, announcement: @escaping @Sendable (_ count: Int) -> [Unit]) {
      self.alphabets = alphabets
      self.longest = longest
      self.announcement = announcement
      widths = (0..<longest).map { announcement($0 + 1).reduce(0) { $0 + $1.width } }
    }
  }

  private struct Arrival {
    var cost = Int.max
    var index = 0
    var alphabet = 0
    var units: [Unit] = []
    /// Whether it is a run of plain bytes, whose units are only made when the path is traced back.
    var isRun = false
  }

  /// The units of the shortest encoding; nil where a byte is in no alphabet.
  ///
  /// - Parameter starts: the alphabets that it may begin in, with the units that announce each.
  func units(of message: [UInt8], starts: [(alphabet: Int, units: [Unit])] = [(0, [])]) -> [Unit]? {
    var arrivals = [[Arrival]](
      repeating: [Arrival](repeating: Arrival(), count: alphabets.count), count: message.count + 1)
    for start in starts {
      let cost = start.units.reduce(0) { $0 + $1.width }
      arrivals[0][start.alphabet] = Arrival(cost: cost, index: -1, alphabet: 0, units: start.units)
    }
    for index in 0..<message.count {
      relaxLatches(&arrivals[index], at: index)
      for alphabet in alphabets.indices where arrivals[index][alphabet].cost < .max {
        relaxCharacters(&arrivals, message, index, alphabet)
        relaxRuns(&arrivals, message, index, alphabet)
      }
    }
    return path(arrivals, message)
  }

  private func relaxLatches(_ arrivals: inout [Arrival], at index: Int) {
    // A chain of latches is no longer than the number of alphabets.
    for _ in alphabets {
      for latch in latches where arrivals[latch.from].cost < .max {
        let unit = Unit(code: latch.code, width: alphabets[latch.from].width)
        let cost = arrivals[latch.from].cost + unit.width
        if cost < arrivals[latch.to].cost {
          arrivals[latch.to] = Arrival(cost: cost, index: index, alphabet: latch.from, units: [unit])
        }
      }
    }
  }

  private func relaxCharacters(_ arrivals: inout [[Arrival]], _ message: [UInt8], _ index: Int, _ alphabet: Int) {
    let width = alphabets[alphabet].width
    for (code, length) in alphabets[alphabet].codes(at: index, of: message) {
      relax(&arrivals, index, alphabet, length, [Unit(code: code, width: width)])
    }
    for shift in shifts where shift.from == alphabet {
      for (code, length) in alphabets[shift.to].codes(at: index, of: message) {
        let units = [Unit(code: shift.code, width: width), Unit(code: code, width: alphabets[shift.to].width)]
        relax(&arrivals, index, alphabet, length, units)
      }
    }
  }

  private func relaxRuns(_ arrivals: inout [[Arrival]], _ message: [UInt8], _ index: Int, _ alphabet: Int) {
    guard let runs, alphabet < runs.alphabets else { return }
    let start = arrivals[index][alphabet].cost
    for length in 1...max(min(runs.longest, message.count - index), 1) {
      let cost = start + runs.widths[length - 1] + 8 * length
      if cost < arrivals[index + length][alphabet].cost {
        arrivals[index + length][alphabet] = Arrival(cost: cost, index: index, alphabet: alphabet, isRun: true)
      }
    }
  }

  private func relax(
    _ arrivals: inout [[Arrival]], _ index: Int, _ alphabet: Int, _ length: Int, _ units: [Unit]
  ) {
    let cost = units.reduce(arrivals[index][alphabet].cost) { $0 + $1.width }
    if cost < arrivals[index + length][alphabet].cost {
      arrivals[index + length][alphabet] = Arrival(cost: cost, index: index, alphabet: alphabet, units: units)
    }
  }

  private func path(_ arrivals: [[Arrival]], _ message: [UInt8]) -> [Unit]? {
    guard
      var alphabet = alphabets.indices.min(by: { arrivals[message.count][$0].cost < arrivals[message.count][$1].cost }),
      arrivals[message.count][alphabet].cost < .max
    else { return nil }
    var index = message.count
    var pieces: [[Unit]] = []
    while index >= 0 {
      let arrival = arrivals[index][alphabet]
      if arrival.isRun, let runs {
        let bytes = message[arrival.index..<index]
        pieces.append(runs.announcement(bytes.count) + bytes.map { Unit(code: Int($0), width: 8) })
      } else {
        pieces.append(arrival.units)
      }
      (index, alphabet) = (arrival.index, arrival.alphabet)
    }
    return pieces.reversed().flatMap { $0 }
  }
}
