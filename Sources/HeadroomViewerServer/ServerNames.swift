#if Viewer
  internal import Glibc
  internal import NIOCore

  /// The names by which a browser may address a server.
  package enum ServerNames {
    private static let loopback = ["localhost", "127.0.0.1", "[::1]"]
    private static let everywhere: Set<String> = ["0.0.0.0", "::"]

    /// Names and addresses of a server that listens on an address, IPv6 ones in brackets.
    package static func names(listeningOn address: String) -> [String] {
      if isLoopback(address) { return loopback + (loopback.contains(bracketed(address)) ? [] : [bracketed(address)]) }
      let own = [hostName, hostName.map { "\($0).local" }].compactMap { $0 }
      guard everywhere.contains(address) else { return [bracketed(address)] + own }
      let devices = (try? System.enumerateDevices()) ?? []
      return loopback + own + devices.compactMap { $0.address?.ipAddress }.map(bracketed)
    }

    /// Whether only this machine reaches an address.
    package static func isLoopback(_ address: String) -> Bool {
      address == "localhost" || address == "::1" || address.hasPrefix("127.")
    }

    /// The address as written in a URL.
    package static func bracketed(_ address: String) -> String {
      // The zone of a local address is not part of its name.
      address.contains(":") ? "[\(address.prefix { $0 != "%" })]" : address
    }

    private static var hostName: String? {
      var buffer = [CChar](repeating: 0, count: 256)
      let status = unsafe gethostname(&buffer, buffer.count - 1)
      guard status == 0 else { return nil }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
