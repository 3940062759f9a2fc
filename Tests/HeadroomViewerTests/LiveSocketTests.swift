#if Viewer
  import Foundation
  import HeadroomDisplay
  import HeadroomTestSupport
  import HeadroomViewer
  import HeadroomViewerServer
  import Testing

  /// How frames travel over a socket.
  @Suite(.serialized) struct LiveSocketTests {
    private func harness(width: Int = 320, height: Int = 180) throws -> ServerHarness {
      try ServerHarness(live: CheckerboardRipple(width: width, height: height))
    }

    /// Bits, the highest of a byte first.
    private struct Bits {
      let bytes: [UInt8]
      var place = 0

      mutating func read(_ count: Int) -> Int {
        (0..<count).reduce(0) { value, _ in
          defer { place += 1 }
          return value << 1 | Int(bytes[place / 8] >> (7 - UInt8(place % 8)) & 1)
        }
      }
    }

    @Test func `Across a network frames are VP9 of 10 bits in BT.2020`() throws {
      let socket = try harness().socket("/api/live?network=1")
      let text = try #require(socket.receiveFrame())
      #expect(text.opcode == 1)
      #expect(
        String(decoding: text.bytes, as: UTF8.self)
          == "{\"video\":\"video/mp4; codecs=\\\"vp09.02.20.10.00.09.16.09.00\\\"\"}")
      let beginning = try #require(socket.receiveFrame())
      #expect(beginning.opcode == 2 && Array(beginning.bytes[16..<20]) == [3, 0, 0, 0])
      #expect(Array(beginning.bytes[36..<40]) == Array("ftyp".utf8))
      let fragment = try #require(socket.receiveFrame())
      #expect(Array(fragment.bytes[16..<20]) == [4, 0, 0, 0])
      let start = try #require(
        fragment.bytes.indices.dropLast(3).first { fragment.bytes[$0..<$0 + 4].elementsEqual("mdat".utf8) })
      var bits = Bits(bytes: Array(fragment.bytes[(start + 4)...].prefix(16)))
      let header = [2, 1, 1, 1, 1, 1, 1, 24, 1, 3, 1, 16, 16].map { bits.read($0) }
      // The uncompressed header of VP9: marker; profile, low bit first; not repeated; key frame, shown, not resilient; start
      // code; ten bits; BT.2020; narrow range; width and height less one.
      #expect(header == [2, 0, 1, 0, 0, 1, 0, 0x49_83_42, 0, 5, 0, 319, 179])
    }

    @Test func `A page that takes nothing gets four frames, and the next for each that it takes`() throws {
      let socket = try harness().socket("/api/live?network=1")
      _ = (socket.receiveFrame(), socket.receiveFrame())
      for number in 1...4 {
        let frame = try #require(socket.receiveFrame())
        #expect(frame.bytes[4] == UInt8(number))
      }
      #expect(!socket.hasBytes(within: 0.5))
      socket.say("{\"ready\":1}")
      let next = try #require(socket.receiveFrame())
      #expect(next.bytes[4] == 5)
      #expect(!socket.hasBytes(within: 0.3))
    }

    @Test func `Another peak begins another movie`() throws {
      let socket = try harness().socket("/api/live?network=1")
      for _ in 0..<6 { _ = socket.receiveFrame() }
      socket.say("{\"headroom\":8,\"ready\":1}")
      let text = try #require(socket.receiveFrame())
      #expect(text.opcode == 1)
      let beginning = try #require(socket.receiveFrame())
      #expect(Array(beginning.bytes[16..<20]) == [3, 0, 0, 0])
    }

    @Test func `Video is many times smaller than its pixels`() throws {
      let socket = try harness(width: 640, height: 360).socket("/api/live?network=1")
      _ = (socket.receiveFrame(), socket.receiveFrame())
      var (count, frames) = (0, 0)
      while frames < 30, let frame = socket.receiveFrame() {
        frames += 1
        count += frame.bytes.count
        socket.say("{\"ready\":\(frames)}")
      }
      #expect(frames == 30)
      // A second of it: at most the rate that is aimed at, with half as much for the key frame.
      #expect(count * 8 < Int(640 * 360 * 30 * 0.3), "\(count) bytes")
    }

    @Test(arguments: [
      "{\"headroom\":1e999,\"width\":-5,\"density\":1e9}", "{\"headroom\":null}", "{\"ready\":4294967296}",
      "{\"ready\":-1}", "{\"width\":99999999999999999999}", "{}",
    ])
    func `Words that make no sense change nothing for others`(_ text: String) throws {
      let harness = try harness(width: 32, height: 16)
      let socket = try harness.socket("/api/live")
      _ = socket.receiveFrame()
      socket.say(text)
      #expect(try harness.isWell(try harness.cookie()))
    }

    @Test func `What is no message ends its socket and nothing else`() throws {
      let harness = try harness(width: 32, height: 16)
      for bytes in [
        Array("\u{81}\u{85}0000hello".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }),
        [0x82, 0x80, 0, 0, 0, 0],
        [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], [UInt8](repeating: 0xFF, count: 14),
      ] as [[UInt8]] {
        let socket = try harness.socket("/api/live")
        socket.send(bytes)
        var last: UInt8 = 0
        while let frame = socket.receiveFrame() { last = frame.opcode }
        #expect(last == 8 || last == 2)
        #expect(try harness.isWell(try harness.cookie()))
      }
    }

    // MARK: A program's own view

    @Test func `A display is served to who has its address, and is the main screen meanwhile`() throws {
      try MainScreenTurn.take {
        let display = try BrowserDisplay()
        #expect(display.address.hasPrefix("http://127.0.0.1:") && display.address.hasSuffix("#live=true"))
        #expect(UIScreen.main === display.display.screen)
        let port = try #require(display.address.firstMatch(of: /:(\d+)\//).flatMap { Int($0.1) })
        let connection = try #require(RawConnection(port: port))
        connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        #expect(connection.receiveAll().hasPrefix("HTTP/1.1 403"))
        display.stop()
        display.stop()
        #expect(RawConnection(port: port) == nil)
        #expect(UIScreen.main !== display.display.screen)
      }
    }

    @Test func `Other machines are let in over TLS alone`() {
      var settings = BrowserDisplay.Settings()
      settings.address = "0.0.0.0"
      #expect(throws: BrowserDisplayError.self) { try BrowserDisplay(settings) }
      settings.certificate = BrowserDisplay.Certificate(chain: [1, 2, 3], key: [4])
      #expect(throws: BrowserDisplayError.self) { try BrowserDisplay(settings) }
    }
  }
#endif
