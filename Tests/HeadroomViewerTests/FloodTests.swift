internal import HeadroomEngine

#if Viewer
  import Glibc
  import HeadroomContainers
  import HeadroomPixels
  import HeadroomViewer
  import HeadroomViewerServer
  import Synchronization
  import Testing

  /// Clients that take more than their share of connections, time or memory.
  @Suite(.serialized) struct FloodTests {
    private func settings(_ change: (inout ServerSettings) -> Void) -> ServerSettings {
      var settings = ServerSettings()
      change(&settings)
      return settings
    }

    /// A ping of so many bytes, masked with zeros.
    private static func ping(_ count: UInt8) -> [UInt8] {
      [0x89, 0x80 | count, 0, 0, 0, 0] + [UInt8](repeating: count, count: Int(count))
    }

    @Test func `Pings are answered with their own bytes`() throws {
      let socket = try ServerHarness().socket("/api/events")
      for count in [UInt8(5), 120, 0] {
        socket.send(Self.ping(count))
        let pong = try #require(socket.receiveFrame())
        #expect(pong.opcode == 10 && pong.bytes == [UInt8](repeating: count, count: Int(count)))
      }
    }

    @Test func `Whoever sends pings and reads nothing is put off, and the last ping is answered`() throws {
      let harness = try ServerHarness()
      let socket = try harness.socket("/api/events")
      let many = [UInt8]((0..<2000).flatMap { _ in Self.ping(120) })
      #expect(socket.send(many) && socket.send(Self.ping(7)))
      var pongs = 0
      while let pong = socket.receiveFrame() {
        pongs += 1
        if pong.bytes.count == 7 { break }
      }
      #expect(pongs > 1 && pongs <= 2001)
      #expect(try harness.isWell(try harness.cookie()))
    }

    @Test func `A page that does not read its frames is closed, and no frames are made for it meanwhile`() throws {
      let live = CountedFrames(width: 1920, height: 1080)
      let harness = try ServerHarness(settings { $0.unreadSeconds = 1 }, live: live)
      let socket = try harness.socket("/api/live")
      // It says that it drew what it did not read.
      for number in 1...40 { socket.say("{\"ready\":\(number)}") }
      #expect(socket.isClosed(within: 4))
      // A frame is some megabytes: those that the system holds for the socket, and one more.
      #expect(live.count < 12, "\(live.count) frames")
      #expect(try harness.isWell(try harness.cookie()))
    }

    @Test func `Connections that show no key keep nobody out`() throws {
      let harness = try ServerHarness(settings { ($0.mostConnections, $0.mostStrangers) = (12, 4) })
      let cookie = try harness.cookie()
      let owners = try (0..<6).map { _ in try harness.socket("/api/events") }
      let silent = try (0..<20).map { _ in try harness.connect() }
      #expect(try harness.isWell(cookie))
      #expect(owners.allSatisfy { !$0.hasBytes(within: 0) })
      // The oldest had to go.
      #expect(silent[0].receiveAll().isEmpty)
      #expect(!silent[19].hasBytes(within: 0.1))
    }

    @Test func `Chunks of HTTP 1.0 are refused`() throws {
      let harness = try ServerHarness()
      let cookie = try harness.cookie()
      let answer = try harness.ask(
        "POST /api/upload?name=a.png HTTP/1.0\r\nHost: \(harness.host)\r\nCookie: \(cookie)\r\n"
          + "Origin: http://\(harness.host)\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400"))
    }

    @Test func `A WebSocket that is refused hears why`() throws {
      let harness = try ServerHarness()
      let cookie = try harness.cookie()
      #expect(try harness.upgrade("/api/live", cookie: "a=b").receiveHead().hasPrefix("HTTP/1.1 403"))
      #expect(
        try harness.upgrade("/api/live", cookie: cookie, origin: "http://evil.example").receiveHead()
          .hasPrefix("HTTP/1.1 403"))
      #expect(try harness.upgrade("/api/nothing", cookie: cookie).receiveHead().hasPrefix("HTTP/1.1 4"))
    }

    @Test func `Uploads count in the process's memory, and have half of it at most`() throws {
      let library = ViewerLibrary { [] }
      let before = MemoryLedger.shared.reservedBytes
      _ = try library.add(FileBytes([UInt8](repeating: 0, count: 3 << 20)), name: "a.png")
      #expect(MemoryLedger.shared.reservedBytes - before >= 3 << 20)
    }
  }

  /// Grey frames, counted.
  private final class CountedFrames: RenderedLiveSource {
    private let made = Mutex(0)
    private let (width, height): (Int, Int)

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    var count: Int { made.withLock { $0 } }

    func frame(headroom: Double, time: Double) throws -> LiveFrame {
      made.withLock { $0 += 1 }
      return LiveFrame(
        width: width, height: height, format: .rgb10a2, pixels: [UInt8](repeating: 0x55, count: width * height * 4))
    }
  }

  extension RawConnection {
    /// Whether what is said is refused within so many seconds, as it is where the other side has closed, read or not.
    fileprivate func isClosed(within seconds: Int) -> Bool {
      for _ in 0..<seconds * 20 {
        usleep(50_000)
        guard send([0x81, 0x82, 0, 0, 0, 0] + Array("{}".utf8)) else { return true }
      }
      return false
    }
  }
#endif
