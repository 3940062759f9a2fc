#if Viewer
  internal import HeadroomViewer

  extension BrowserDisplay {
    /// The server settings of a display.
    public struct Settings: Sendable {
      /// The address to listen on. Only this machine reaches the default; any other needs a ``certificate``.
      public var address = "127.0.0.1"
      /// The port; 0, the default, takes a free one.
      public var port = 0
      /// If set, the server uses HTTPS only. Default nil.
      public var certificate: Certificate?
      /// Other names and addresses under which browsers reach the server, IPv6 addresses in brackets: requests with any
      /// other name are refused. Default none.
      public var names: [String] = []

      public init() {}
    }

    /// A certificate chain and its private key, as PEM.
    public struct Certificate: Sendable {
      public var chain: [UInt8]
      public var key: [UInt8]

      public init(chain: [UInt8], key: [UInt8]) { (self.chain, self.key) = (chain, key) }
    }
  }

  extension BrowserDisplay.Settings {
    func start(_ source: ProgramSource, _ token: SecretText) throws(BrowserDisplayError) -> ViewerServer {
      guard certificate != nil || ServerNames.isLoopback(address) else {
        throw BrowserDisplayError(description: "\(address) is reached by other machines: it needs a certificate")
      }
      var settings = ServerSettings()
      (settings.address, settings.port) = (address, port)
      settings.certificate = certificate.map { ServerSettings.Certificate(chain: $0.chain, key: $0.key) }
      do {
        return try ViewerServer.start(settings) { port in
          let access = ViewerAccess(
            names: ServerNames.names(listeningOn: address) + names, port: port, isEncrypted: certificate != nil,
            token: token)
          return Viewer(
            ViewerLibrary { [] }, access: access, version: "program", live: source)
        }
      } catch {
        throw BrowserDisplayError(description: "\(error)")
      }
    }

    /// The address for a browser. The page opens with the program.
    func address(port: Int, _ token: SecretText) -> String {
      let scheme = certificate == nil ? "http" : "https"
      let host = address == "0.0.0.0" || address == "::" ? "localhost" : ServerNames.bracketed(address)
      return "\(scheme)://\(host):\(port)/?token=\(token.text)#live=true"
    }
  }
#endif
