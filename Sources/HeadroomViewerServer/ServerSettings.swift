#if Viewer
  /// The address of a server, and its limits.
  package struct ServerSettings: Sendable {
    /// The address to listen on; only this machine reaches the default.
    package var address = "127.0.0.1"
    /// 0 takes a free one.
    package var port = 0
    /// With a certificate the server uses TLS only.
    package var certificate: Certificate?
    /// Other names and addresses under which it is reached.
    package var names: [String] = []

    /// The most connections at once; further ones are closed.
    package var mostConnections = 512
    /// The most of these without the key; when one more arrives, the oldest is closed.
    package var mostStrangers = 256
    /// Bytes of a request before its body.
    package var mostHeaderBytes = 16 << 10
    /// Seconds for these bytes, from the first one on.
    package var headerSeconds = 10
    /// Seconds a connection may wait for its first request, or the next one.
    package var idleSeconds = 75
    /// Seconds between two pieces of a body.
    package var bodySeconds = 30
    /// Seconds for which a WebSocket may have data to read without reading any of it.
    package var unreadSeconds = 10
    /// Bytes of an uploaded picture.
    package var mostUploadBytes = 512 << 20
    /// Bytes of the body of any other request.
    package var mostBodyBytes = 64 << 10
    /// Seconds between two checks of the disk.
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
