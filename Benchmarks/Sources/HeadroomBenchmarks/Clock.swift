import Foundation

/// What a piece of work took.
struct Cost {
  /// Seconds on the clock.
  var wall: Double
  /// Seconds of processors, of all threads.
  var cpu: Double
}

enum Clock {
  /// Runs work in this process.
  static func measure(_ work: () throws -> Void) rethrows -> Cost {
    let (cpu, start) = (processorSeconds(RUSAGE_SELF), now())
    try work()
    return Cost(wall: now() - start, cpu: processorSeconds(RUSAGE_SELF) - cpu)
  }

  /// Runs a program to its end.
  static func measure(_ program: String, _ arguments: [String]) throws -> Cost {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let (cpu, start) = (processorSeconds(RUSAGE_CHILDREN), now())
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError("\(program) \(arguments.joined(separator: " ")) failed")
    }
    return Cost(wall: now() - start, cpu: processorSeconds(RUSAGE_CHILDREN) - cpu)
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func processorSeconds(_ who: __rusage_who) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The most memory this process has had resident, in KiB.
  static var peakKiB: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return Int(usage.ru_maxrss)
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
