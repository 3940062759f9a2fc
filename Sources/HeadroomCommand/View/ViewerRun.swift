#if Viewer
  internal import Foundation
  internal import Headroom
  internal import HeadroomPictures
  internal import HeadroomViewer
  internal import HeadroomViewerServer

  /// Serves a viewer until the process is asked to end.
  struct ViewerRun {
    private let options: ViewCommand

    init(_ options: ViewCommand) { self.options = options }

    private static let usualPort = 8203
    private static let usualAddress = "127.0.0.1"
    /// The most seconds for closing connections.
    private static let farewellSeconds = 2.0

    func run() throws(PictureError) {
      try checkFiles()
      let token = SecretText()
      let server = try start(token)
      Interruption.beforeEnd { Self.stop(server) }
      let address = "\(scheme)://\(host):\(server.port)/?token=\(token.text)"
      try StandardStreams.print(address)
      StandardStreams.note("headroom: " + Self.advice(isLocal: !isEncrypted, opens: options.open))
      if options.open {
        let folder = try BrowserOpening.open(address)
        Interruption.beforeEnd {
          folder.remove()
          Self.stop(server)
        }
      }
      server.wait()
      // It ended because the process is about to end.
      while true { Thread.sleep(forTimeInterval: Self.farewellSeconds) }
    }

    /// How to use the address, and how to end the viewer.
    private static func advice(isLocal: Bool, opens: Bool) -> String {
      let place =
        isLocal
        ? "in a browser on this machine" : "in a browser; it asks about the certificate first if that is its own"
      return (opens ? "the browser shows the pictures" : "open this address \(place)")
        + "; it holds the key to the pictures. Ctrl-C here ends the viewer."
    }

    private static func stop(_ server: ViewerServer) {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        server.stop()
        isDone.signal()
      }
      _ = isDone.wait(timeout: .now() + farewellSeconds)
    }

    // MARK: The server

    private func start(_ token: SecretText) throws(PictureError) -> ViewerServer {
      var settings = ServerSettings()
      settings.address = options.listen ?? Self.usualAddress
      settings.port = options.port ?? Self.usualPort
      if isEncrypted { settings.certificate = try certificate() }
      do {
        return try ViewerServer.start(settings) { viewer($0, token) }
      } catch {
        // Another viewer may occupy the usual port.
        guard options.port == nil else { throw PictureError(.input, "\(error)") }
      }
      settings.port = 0
      do {
        return try ViewerServer.start(settings) { viewer($0, token) }
      } catch {
        throw PictureError(.input, "\(error)")
      }
    }

    private func viewer(_ port: Int, _ token: SecretText) -> Viewer {
      let access = ViewerAccess(
        names: ServerNames.names(listeningOn: options.listen ?? Self.usualAddress), port: port,
        isEncrypted: isEncrypted, token: token)
      let size = options.liveSize
      return Viewer(
        library, access: access, version: RootCommand.version, resources: options.common.resources,
        live: options.live ? CheckerboardRipple(width: size.width, height: size.height) : nil)
    }

    private var isEncrypted: Bool {
      options.listen.map { !ServerNames.isLoopback($0) } ?? false || options.certificate != nil
    }
    private var scheme: String { isEncrypted ? "https" : "http" }

    /// The name that is printed: for a server that listens everywhere, one that this machine reaches.
    private var host: String {
      let address = options.listen ?? Self.usualAddress
      return address == "0.0.0.0" || address == "::" ? "localhost" : ServerNames.bracketed(address)
    }

    private func certificate() throws(PictureError) -> ServerSettings.Certificate {
      guard let chain = options.certificate, let key = options.key else {
        return try SelfSignedCertificate.make(
          for: ServerNames.names(listeningOn: options.listen ?? Self.usualAddress))
      }
      return ServerSettings.Certificate(chain: try Self.bytes(of: chain), key: try Self.bytes(of: key))
    }

    private static func bytes(of file: String) throws(PictureError) -> [UInt8] {
      do throws(ImageIOError) {
        return Array(try SmallFile(file, atMost: 1 << 20).bytes)
      } catch {
        throw PictureError(error, file: file)
      }
    }

    // MARK: The files

    private func checkFiles() throws(PictureError) {
      for file in options.files where !OutputFile.exists(file) {
        throw PictureError(.input, file: file, "cannot be read: no such file")
      }
      if let recipe = options.files.first(where: { $0.lowercased().hasSuffix(".json") }) {
        throw PictureError(
          .input, file: recipe,
          "is no picture; of a recipe 'headroom render' makes one, and the page's filters can be saved as a recipe")
      }
      if options.files.isEmpty, !options.live {
        StandardStreams.note("headroom: there are no files; drop some on the page")
      }
    }

    /// Folders are searched again each time, so that new pictures appear.
    private var library: ViewerLibrary {
      let names = options.files
      return ViewerLibrary {
        let walk = FolderWalk(leavingOut: nil)
        return names.flatMap { name in
          (OutputFile.isDirectory(name) ? walk.contents(of: name).pictures : [InputFile(path: name)])
            .map { LibraryFile(path: $0.path, folder: $0.folder) }
        }
      }
    }
  }
#endif
