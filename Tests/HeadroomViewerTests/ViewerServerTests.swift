internal import HeadroomEngine

#if Viewer
  import Foundation
  import HeadroomTestSupport
  import HeadroomViewer
  import HeadroomViewerServer
  import Testing

  /// A server over real sockets, and everything that must not harm it.
  @Suite(.serialized) final class ViewerServerTests {
    private let folder: TemporaryFolder
    private let harness: ServerHarness
    /// What a header must not take from a file's name.
    private static let oddName = "a\u{7f}\"b\r\nX-Odd: c;\u{e9}.pfm"

    init() throws {
      folder = try TemporaryFolder()
      let file = MadeFiles.pfm(width: 32, height: 32) { x, _ in SIMD3(repeating: Float(x) / 8) }
      try Data(file).write(to: URL(filePath: folder.path("ramp.pfm")))
      try Data("secret".utf8).write(to: URL(filePath: folder.path("secret.txt")))
      try Data(file).write(to: URL(filePath: folder.path(Self.oddName)))
      var settings = ServerSettings()
      settings.headerSeconds = 1
      settings.bodySeconds = 1
      settings.idleSeconds = 3
      settings.mostUploadBytes = 1 << 20
      harness = try ServerHarness(
        settings, files: [folder.path("ramp.pfm"), folder.path(Self.oddName)],
        live: CheckerboardRipple(width: 64, height: 32))
    }

    private var host: String { harness.host }
    private var server: ViewerServer { harness.server }
    private func connect() throws -> RawConnection { try harness.connect() }
    private func ask(_ text: String) throws -> String { try harness.ask(text) }
    private func cookie() throws -> String { try harness.cookie() }
    private func get(_ target: String, cookie: String) throws -> String { try harness.get(target, cookie: cookie) }
    private func isWell(_ cookie: String) throws -> Bool { try harness.isWell(cookie) }

    @Test func `The page comes with a strict policy, and only to who has the key`() throws {
      let page = try get("/", cookie: try cookie())
      #expect(page.hasPrefix("HTTP/1.1 200"))
      for header in [
        "default-src 'none'", "frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin",
      ] { #expect(page.contains(header), "\(header)") }
      let policy = try #require(page.split(separator: "\r\n").first { $0.hasPrefix("Content-Security-Policy") })
      #expect(!policy.contains("unsafe") && !policy.contains("*"))
      #expect(try get("/", cookie: "none=1").hasPrefix("HTTP/1.1 403"))
    }

    @Test func `Other hosts and other origins are refused`() throws {
      let cookie = try cookie()
      for host in ["evil.example", "evil.example:\(server.port)", "127.0.0.1", "localhost"] {
        let answer = try ask("GET / HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 403"), "\(host)")
      }
      let upload = "POST /api/upload?name=a HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nContent-Length: 14\r\n"
      let rest = "Connection: close\r\n\r\nP6\n1 1\n255\nxyz"
      #expect(try ask(upload + "Origin: http://evil.example\r\n" + rest).hasPrefix("HTTP/1.1 403"))
      #expect(try ask(upload + rest).hasPrefix("HTTP/1.1 403"))
      #expect(try ask(upload + "Origin: http://\(host)\r\n" + rest).hasPrefix("HTTP/1.1 200"))
    }

    @Test(arguments: [
      "/../secret.txt", "/page/../../secret.txt", "/page/..%2f..%2fsecret.txt", "/page/%2e%2e/secret.txt",
      "//secret.txt",
      "/api/files/..%2f..%2fsecret.txt", "/api/files/../secret.txt", "/page/index.html%00", "/page//index.html",
    ])
    func `No path leads to a file that is not shown`(_ target: String) throws {
      let answer = try get(target, cookie: try cookie())
      #expect(answer.hasPrefix("HTTP/1.1 404"))
      #expect(!answer.contains("secret\r\n"))
    }

    @Test func `Headers without end are refused while they come`() throws {
      let cookie = try cookie()
      let connection = try connect()
      connection.send("GET / HTTP/1.1\r\nHost: \(host)\r\n")
      var sent = 0
      while sent < 4 << 20, connection.send("X-\(sent): \(String(repeating: "a", count: 1000))\r\n") { sent += 1000 }
      let answer = connection.receiveAll()
      #expect(sent < 4 << 20 || answer.hasPrefix("HTTP/1.1 4"))
      let long = try ask("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(!long.hasPrefix("HTTP/1.1 200"))
      #expect(try isWell(cookie))
    }

    @Test func `A header that comes a byte at a time has to end in time`() throws {
      let cookie = try cookie()
      let connection = try connect()
      let start = ContinuousClock.now
      let isOpen = "GET / HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaa".allSatisfy { letter in
        Thread.sleep(forTimeInterval: 0.1)
        return connection.send(String(letter))
      }
      let answer = connection.receiveAll()
      #expect(!isOpen || answer.hasPrefix("HTTP/1.1 408"))
      #expect(ContinuousClock.now - start < .seconds(15))
      #expect(try isWell(cookie))
    }

    @Test(arguments: [
      "\r\n\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET / HTTP/9.9\r\n\r\n",
      "GET / HTTP/1.1\r\nHost\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    ])
    func `What is no request ends its connection and nothing else`(_ text: String) throws {
      let connection = try connect()
      connection.send(text)
      #expect(!connection.receiveAll().hasPrefix("HTTP/1.1 2"))
      #expect(try isWell(try cookie()))
    }

    @Test func `A body that is too large is refused when it is announced, and when it is not`() throws {
      let head =
        "POST /api/upload?name=a HTTP/1.1\r\nHost: \(host)\r\nCookie: \(try cookie())\r\nOrigin: http://\(host)\r\n"
      #expect(try ask(head + "Content-Length: 99999999\r\n\r\n").hasPrefix("HTTP/1.1 413"))
      let connection = try connect()
      connection.send(head + "Transfer-Encoding: chunked\r\n\r\n")
      let chunk = "40000\r\n" + String(repeating: "a", count: 0x40000) + "\r\n"
      for _ in 0..<8 where connection.send(chunk) {}
      #expect(connection.receiveHead().hasPrefix("HTTP/1.1 413"))
      #expect(try isWell(try cookie()))
    }

    @Test func `Two hundred requests at once are answered, and the page at the same time`() async throws {
      let cookie = try cookie()
      let list = try get("/api/files", cookie: cookie)
      let id = try #require(list.firstMatch(of: /"id":"([0-9a-f]+)"/)?.1)
      let port = server.port
      let text =
        "GET /api/files/\(id)/scopes?exposure=1 HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n"
      let answers = await withTaskGroup(of: Bool.self) { group in
        let connections = (0..<200).compactMap { _ in RawConnection(port: port) }
        for connection in connections { connection.send(text) }
        #expect(connections.count == 200)
        let start = ContinuousClock.now
        #expect((try? isWell(cookie)) == true)
        #expect(ContinuousClock.now - start < .seconds(2))
        return connections.count { $0.receiveAll().hasPrefix("HTTP/1.1 200") }
      }
      #expect(answers == 200)
    }

    @Test func `An export has a name that its header can hold`() throws {
      let cookie = try cookie()
      let ids = try get("/api/files", cookie: cookie).matches(of: /"id":"([0-9a-f]+)"/).map { String($0.1) }
      #expect(ids.count == 2)
      let answer = try ask(
        "POST /api/files/\(ids[1])/export?format=png HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n"
          + "Origin: http://\(host)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      let head = answer.prefix(upTo: answer.firstRange(of: "\r\n\r\n")?.lowerBound ?? answer.endIndex)
      #expect(head.contains("attachment; filename=\"a__b__X-Odd: c__.png\"\r\n"))
      #expect(!head.contains("\r\nX-Odd"))
    }

    @Test func `A body that stops coming is not waited for`() throws {
      let connection = try connect()
      connection.send(
        "POST /api/upload?name=a HTTP/1.1\r\nHost: \(host)\r\nCookie: \(try cookie())\r\nOrigin: http://\(host)\r\n"
          + "Content-Length: 1000\r\n\r\nabc")
      let start = ContinuousClock.now
      #expect(connection.receiveAll().hasPrefix("HTTP/1.1 408"))
      #expect(ContinuousClock.now - start < .seconds(15))
      #expect(try isWell(try cookie()))
    }

    @Test func `Requests that come without waiting for answers are answered in their order`() throws {
      let cookie = try cookie()
      let head = "Host: \(host)\r\nCookie: \(cookie)\r\n"
      let answer = try ask(
        "GET /api/session HTTP/1.1\r\n\(head)\r\nGET /nothing HTTP/1.1\r\n\(head)\r\n"
          + "GET /api/files HTTP/1.1\r\n\(head)Connection: close\r\n\r\n")
      let statuses = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
      #expect(statuses == ["200", "404", "200"])
    }

    // MARK: WebSockets

    @Test func `WebSockets open for the page alone`() throws {
      let cookie = try cookie()
      for path in ["/api/events", "/api/live"] {
        #expect(
          try harness.upgrade(path, cookie: cookie, origin: "http://\(host)").receiveHead().hasPrefix("HTTP/1.1 101"))
        #expect(
          !(try harness.upgrade(path, cookie: cookie, origin: "http://evil.example").receiveHead().hasPrefix(
            "HTTP/1.1 101")))
        #expect(
          !(try harness.upgrade(path, cookie: "a=b", origin: "http://\(host)").receiveHead().hasPrefix("HTTP/1.1 101")))
      }
      #expect(
        !(try harness.upgrade("/api/files", cookie: cookie, origin: "http://\(host)").receiveHead().hasPrefix(
          "HTTP/1.1 101")))
    }

    @Test func `A change on disk is told`() throws {
      let socket = try harness.upgrade("/api/events", cookie: try cookie(), origin: "http://\(host)")
      #expect(socket.receiveHead().hasPrefix("HTTP/1.1 101"))
      let other = MadeFiles.pfm(width: 8, height: 8) { _, _ in .one }
      try Data(other).write(to: URL(filePath: folder.path("ramp.pfm")))
      let frame = socket.receive()
      #expect(frame.first == 0x81)
      #expect(String(decoding: frame.dropFirst(2), as: UTF8.self) == "{\"event\":\"files\",\"generation\":2}")
    }

    @Test func `Live frames come two at a time, the next when one was drawn`() throws {
      let socket = try harness.upgrade("/api/live", cookie: try cookie(), origin: "http://\(host)")
      #expect(socket.receiveHead().hasPrefix("HTTP/1.1 101"))
      // A frame of the WebSocket: two bytes, eight of length or two, then ours.
      let size = 4 + 32 + 64 * 32 * 4
      let first = socket.receive(2 * size)
      #expect(first.count == 2 * size)
      #expect(Array(first[4..<8]) == [0x4d, 0x46, 0x52, 0x48])
      #expect(Array(first[8..<12]) == [1, 0, 0, 0] && Array(first[size + 8..<size + 12]) == [2, 0, 0, 0])
      socket.say("{\"ready\":1}")
      let next = socket.receive(size)
      #expect(Array(next[8..<12]) == [3, 0, 0, 0])
    }
  }
#endif
