#if Viewer
  import Glibc

  /// A TCP connection that says what a test wants it to say.
  final class RawConnection {
    private let descriptor: Int32
    /// What has to live as long as the connection, such as its server.
    var owner: AnyObject?
    /// What came behind a head.
    private var pending: [UInt8] = []

    init?(port: Int) {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
      }
      guard status == 0 else { return nil }
      var limit = timeval(tv_sec: 20, tv_usec: 0)
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// - Returns: whether all could be written.
    @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Some bytes; none at the end of the connection.
    func receive() -> [UInt8] {
      if !pending.isEmpty {
        defer { pending = [] }
        return pending
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      return Array(buffer.prefix(max(count, 0)))
    }

    /// Bytes that will be received next, before others.
    func putBack(_ bytes: [UInt8]) { pending = bytes + pending }

    /// Whether bytes come in so many seconds.
    func hasBytes(within seconds: Double) -> Bool {
      guard pending.isEmpty else { return true }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&wait, 1, Int32(seconds * 1000)) > 0
    }

    /// Everything up to the end of the connection, as text.
    func receiveAll() -> String {
      var bytes: [UInt8] = []
      while case let part = receive(), !part.isEmpty { bytes += part }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The first line and headers of an answer.
    func receiveHead() -> String {
      var bytes: [UInt8] = []
      while true {
        let end = bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }
        if let end {
          pending = Array(bytes[(end + 4)...])
          return String(decoding: bytes[..<end], as: UTF8.self)
        }
        let part = receive()
        if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        bytes += part
      }
    }
  }
#endif
