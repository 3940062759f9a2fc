#if Viewer
  package import HeadroomViewer
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOSSL
  internal import NIOWebSocket

  /// Serves a viewer over HTTP/1.1 and WebSocket.
  ///
  /// One thread does all input and output. It never reads a file: answers come from the viewer's own threads.
  package final class ViewerServer: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let shared: ServerState
    /// The port that it listens on.
    package let port: Int

    /// Starts to listen.
    ///
    /// - Parameter makeViewer: makes the viewer once the port is known, which is part of its names.
    /// - Throws: ``ServerError``.
    package static func start(
      _ settings: ServerSettings, makeViewer: (_ port: Int) -> Viewer
    ) throws -> ViewerServer {
      let tls = try settings.certificate.map(TLSContext.make)
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let shared = ServerState(settings)
      do {
        let channel = try bootstrap(group, shared, tls).bind(host: settings.address, port: settings.port).wait()
        return ViewerServer(group, channel, shared, makeViewer)
      } catch {
        try? group.syncShutdownGracefully()
        throw ServerError(description: "cannot listen on \(settings.address), port \(settings.port): \(error)")
      }
    }

    private init(
      _ group: MultiThreadedEventLoopGroup, _ channel: any Channel, _ shared: ServerState,
      _ makeViewer: (Int) -> Viewer
    ) {
      self.group = group
      self.channel = channel
      self.shared = shared
      port = channel.localAddress?.port ?? 0
      let viewer = makeViewer(port)
      shared.begin(viewer)
      FolderWatch(viewer, shared, on: group.next()).start()
    }

    /// Closes all WebSockets with a message, ends all connections, and returns when everything has stopped. Without
    /// effect after the first call: an ended event loop would not respond.
    package func stop() {
      guard shared.end() else { return }
      try? channel.close().wait()
      try? group.syncShutdownGracefully()
    }

    private static func bootstrap(
      _ group: MultiThreadedEventLoopGroup, _ shared: ServerState, _ tls: NIOSSLContext?
    ) -> ServerBootstrap {
      ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try Connection.setUp(channel, shared, tls) }
        }
    }
  }

  extension ViewerServer {
    /// Waits until the process ends or ``stop()`` is called.
    package func wait() { try? channel.closeFuture.wait() }
  }
#endif
