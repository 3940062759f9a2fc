#if Viewer
  /// Where a server listens, and what it puts up with.
  package struct ServerSettings: Sendable {
    /// The address that it listens on; only this machine reaches the default.
    package var address = "127.0.0.1"
    /// 0 takes a free one.
    package var port = 0
    /// With a certificate the server speaks TLS and nothing else.
    package var certificate: Certificate?
    /// Other names and addresses under which it is reached.
    package var names: [String] = []

    /// Connections at once; more are closed as they come.
    package var mostConnections = 512
    /// Of these, connections that have not shown the key; when one more comes, the oldest of them goes.
    package var mostStrangers = 256
    /// Bytes of a request before its body.
    package var mostHeaderBytes = 16 << 10
    /// Seconds for these bytes, from the first one on.
    package var headerSeconds = 10
    /// Seconds a connection may wait for its first request, or the next one.
    package var idleSeconds = 75
    /// Seconds between two pieces of a body.
    package var bodySeconds = 30
    /// Seconds that a WebSocket may have something to read without reading any of it.
    package var unreadSeconds = 10
    /// Bytes of a picture that the page brings.
    package var mostUploadBytes = 512 << 20
    /// Bytes of the body of any other request.
    package var mostBodyBytes = 64 << 10
    /// Seconds between two looks at the disk.
    package var watchSeconds = 1

    package init() {}

    /// A certificate chain and its private key as PEM.
    package struct Certificate: Sendable {
      package var chain: [UInt8]
      package var key: [UInt8]

      package init(chain: [UInt8], key: [UInt8]) {
        self.chain = chain
        self.key = key
      }
    }
  }

  /// Why a server did not start, in a sentence.
  package struct ServerError: Error, CustomStringConvertible {
    package let description: String
  }
#endif
