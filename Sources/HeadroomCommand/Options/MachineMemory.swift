internal import Glibc

/// The memory that this process may use: the machine's, or the share of a container or service.
enum MachineMemory {
  static var byteCount: Int? {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let machine = pages > 0 ? pages * sysconf(Int32(_SC_PAGESIZE)) : nil
    return ([machine].compactMap { $0 } + controlGroupLimits).min()
  }

  /// The limits of the process's control group and its ancestors, in both versions of the interface.
  private static var controlGroupLimits: [Int] {
    // hierarchy:controllers:path
    let groups = text("/proc/self/cgroup").split(separator: "\n").compactMap {
      line -> (root: String, path: Substring)? in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      if fields[1].isEmpty { return ("/sys/fs/cgroup", fields[2]) }
      return fields[1].split(separator: ",").contains("memory") ? ("/sys/fs/cgroup/memory", fields[2]) : nil
    }
    return groups.flatMap { group -> [Int] in
      let names = group.path.split(separator: "/")
      return (0...names.count).flatMap { depth -> [Int] in
        let folder = ([group.root] + names.prefix(depth).map(String.init)).joined(separator: "/")
        return ["memory.max", "memory.limit_in_bytes"].compactMap { name in
          // "max" is no limit.
          Int(text("\(folder)/\(name)").prefix { $0.isASCII && $0.isNumber })
        }
      }
    }.filter { $0 > 0 }
  }

  private static func text(_ path: String) -> String {
    guard let file = unsafe fopen(path, "re") else { return "" }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
