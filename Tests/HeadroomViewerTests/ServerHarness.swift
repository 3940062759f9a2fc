internal import HeadroomImage

#if Viewer
  import HeadroomViewer
  import HeadroomViewerServer
  import Testing

  /// A server over real sockets, and requests as a browser, or something worse, makes them.
  final class ServerHarness {
    let server: ViewerServer
    let token = SecretText()
    let host: String

    init(_ settings: ServerSettings = ServerSettings(), files: [String] = [], live: (any LiveSource)? = nil) throws {
      let token = token
      server = try ViewerServer.start(settings) { port in
        Viewer(
          ViewerLibrary { files.map { LibraryFile(path: $0) } },
          access: ViewerAccess(
            names: ServerNames.names(listeningOn: "127.0.0.1"), port: port, isEncrypted: settings.certificate != nil,
            token: token),
          version: "test", live: live)
      }
      host = "127.0.0.1:\(server.port)"
    }

    deinit { server.stop() }

    func connect() throws -> RawConnection {
      let connection = try #require(RawConnection(port: server.port))
      connection.owner = self
      return connection
    }

    /// The answer to a request whose connection then ends.
    func ask(_ text: String) throws -> String {
      let connection = try connect()
      connection.send(text)
      return connection.receiveAll()
    }

    func cookie() throws -> String {
      let answer = try ask("GET /?token=\(token.text) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      let line = try #require(answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie: ") })
      return String(line.dropFirst("set-cookie: ".count).prefix { $0 != ";" })
    }

    func get(_ target: String, cookie: String, more: String = "") throws -> String {
      try ask("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\(more)Connection: close\r\n\r\n")
    }

    func isWell(_ cookie: String) throws -> Bool {
      try get("/api/session", cookie: cookie).hasPrefix("HTTP/1.1 200")
    }

    /// A WebSocket, whose answer has not been read yet.
    func upgrade(_ path: String, cookie: String, origin: String? = nil) throws -> RawConnection {
      let connection = try connect()
      connection.send(
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nOrigin: \(origin ?? "http://\(host)")\r\n"
          + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
          + "Sec-WebSocket-Version: 13\r\n\r\n")
      return connection
    }

    /// A WebSocket that is open.
    func socket(_ path: String) throws -> RawConnection {
      let socket = try upgrade(path, cookie: try cookie())
      #expect(socket.receiveHead().hasPrefix("HTTP/1.1 101"))
      return socket
    }
  }

  extension RawConnection {
    /// So many bytes, or fewer where no more come.
    func receive(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count, case let part = receive(), !part.isEmpty { bytes += part }
      putBack(Array(bytes.dropFirst(count)))
      return Array(bytes.prefix(count))
    }

    /// The next frame of a WebSocket; nil at the end.
    func receiveFrame() -> (opcode: UInt8, bytes: [UInt8])? {
      let head = receive(2)
      guard head.count == 2 else { return nil }
      let more = head[1] == 126 ? receive(2) : head[1] == 127 ? receive(8) : [head[1]]
      return (head[0] & 15, receive(more.reduce(0) { $0 << 8 | Int($1) }))
    }

    /// Sends a text as a page does, masked with zeros, which change nothing.
    func say(_ text: String) {
      let word = Array(text.utf8)
      send([0x81, 0x80 | UInt8(word.count), 0, 0, 0, 0] + word)
    }
  }
#endif
