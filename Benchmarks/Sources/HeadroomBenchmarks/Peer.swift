import Foundation

/// A process that does a benchmark's job with another library, once for each line it is sent.
final class Peer {
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private var buffer = Data()

  /// Starts `peer.py` with the Python that the peers are installed for.
  init() throws {
    let python = [".build/peers/bin/python", "/usr/bin/python3"].first {
      FileManager.default.isExecutableFile(atPath: Repository.path($0))
    }
    process.executableURL = URL(
      filePath: python.map { $0.hasPrefix("/") ? $0 : Repository.path($0) } ?? "/usr/bin/python3")
    process.arguments = [Repository.path("Benchmarks/Peers/peer.py")]
    process.standardInput = requests
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    try? requests.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Has a job done; throws when the peer is not installed or fails.
  @discardableResult
  func run(_ job: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    var request = parameters
    request["job"] = job
    let line = try JSONSerialization.data(withJSONObject: request) + Data("\n".utf8)
    try requests.fileHandleForWriting.write(contentsOf: line)
    let answer = try JSONSerialization.jsonObject(with: try nextLine()) as? [String: Any] ?? [:]
    if let error = answer["error"] as? String { throw BenchmarkError("\(job): \(error)") }
    return answer
  }

  func cost(_ job: String, _ parameters: [String: Any] = [:]) throws -> Cost {
    let answer = try run(job, parameters)
    return Cost(wall: answer["wall"] as? Double ?? .nan, cpu: answer["cpu"] as? Double ?? .nan)
  }

  private func nextLine() throws -> Data {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        buffer = Data(buffer[buffer.index(after: end)...])
        return line
      }
      let more = answers.fileHandleForReading.availableData
      if more.isEmpty { throw BenchmarkError("the peer has gone") }
      buffer += more
    }
  }
}
