import Foundation

/// What a piece of work took.
struct Cost {
  /// Seconds on the clock.
  var wall: Double
  /// Seconds of processors, of all threads.
  var cpu: Double
}

enum Clock {
  // RUSAGE_SELF, an enumeration in Glibc's header that its function does not take.
  private static let own: Int32 = 0

  /// Runs work in this process.
  static func measure(_ work: () throws -> Void) rethrows -> Cost {
    let (cpu, start) = (processorSeconds(), now())
    try work()
    return Cost(wall: now() - start, cpu: processorSeconds() - cpu)
  }

  /// Runs a program to its end, its output thrown away. Not by Foundation's `Process`, which takes tens of milliseconds
  /// to notice the end.
  static func measure(_ program: String, _ arguments: [String]) throws -> Cost {
    try measureMemory(program, arguments).cost
  }

  /// As ``measure(_:_:)``, with the most memory the program had resident; it begins with what this process has.
  static func measureMemory(_ program: String, _ arguments: [String]) throws -> (cost: Cost, peakKiB: Int) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let start = now()
    guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else {
      throw BenchmarkError("\(program) cannot be started")
    }
    var (status, usage) = (Int32(0), rusage())
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = now() - start
    guard status == 0 else { throw BenchmarkError("\(program) \(arguments.joined(separator: " ")) failed") }
    return (Cost(wall: wall, cpu: seconds(usage)), Int(usage.ru_maxrss))
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(own, &usage)
    return seconds(usage)
  }

  private static func seconds(_ usage: rusage) -> Double {
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The most memory this process has had resident, in KiB. Not `ru_maxrss`: that one remembers the parent's.
  static var peakKiB: Int { statusKiB("VmHWM:") }

  /// How much more memory than before is resident while some work is done, at most.
  static func growthMiB(_ work: () throws -> Void) rethrows -> Int {
    // Begins the peak anew.
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    let before = statusKiB("VmRSS:")
    try work()
    return (peakKiB - before) >> 10
  }

  private static func statusKiB(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
