#if Viewer
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOWebSocket
  private import Synchronization

  /// The state that all connections of a server share.
  final class ServerState: Sendable {
    private struct Content {
      var viewer: Viewer?
      var connections = 0
      /// In order of arrival.
      var strangers: [any Channel] = []
      var sockets: [ObjectIdentifier: (channel: any Channel, wantsEvents: Bool)] = [:]
    }

    let settings: ServerSettings
    private let content = Mutex(Content())

    init(_ settings: ServerSettings) { self.settings = settings }

    func begin(_ viewer: Viewer) { content.withLock { $0.viewer = viewer } }

    /// Nil before the server has started and after it has ended.
    var viewer: Viewer? { content.withLock { $0.viewer } }

    // MARK: Connections

    /// Counts a connection as long as it exists. A connection without the key is closed when another needs its place,
    /// so that idle connections keep nobody out.
    ///
    /// - Returns: whether there is room for it.
    func accept(_ channel: any Channel) -> Bool {
      let (isAdmitted, leaving): (Bool, (any Channel)?) = content.withLock { content in
        guard content.viewer != nil else { return (false, nil) }
        let isFull = content.connections >= settings.mostConnections
        let needsPlace = isFull || content.strangers.count >= settings.mostStrangers
        let leaving = needsPlace && !content.strangers.isEmpty ? content.strangers.removeFirst() : nil
        guard !isFull || leaving != nil else { return (false, nil) }
        content.connections += 1
        content.strangers.append(channel)
        return (true, leaving)
      }
      leaving?.close(promise: nil)
      guard isAdmitted else { return false }
      channel.closeFuture.whenComplete { _ in
        self.content.withLock { $0.connections -= 1 }
        self.markAuthenticated(channel)
      }
      return true
    }

    /// Called for a connection that has shown the key.
    func markAuthenticated(_ channel: any Channel) {
      content.withLock { content in content.strangers.removeAll { $0 === channel } }
    }

    // MARK: WebSockets

    /// Registers a WebSocket as long as it exists.
    func add(_ channel: any Channel, wantsEvents: Bool) {
      let id = ObjectIdentifier(channel)
      content.withLock { $0.sockets[id] = (channel, wantsEvents) }
      channel.closeFuture.whenComplete { _ in self.content.withLock { $0.sockets[id] = nil } }
    }

    /// Sends a text to all event listeners that have received the last ones.
    func broadcast(_ text: String) {
      for channel in content.withLock({ $0.sockets.values.filter(\.wantsEvents).map(\.channel) })
      where channel.isWritable {
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), promise: nil)
      }
    }

    /// Accepts no more connections and ends the WebSockets.
    ///
    /// - Returns: whether this had not been done before.
    func end() -> Bool {
      let sockets: [any Channel]? = content.withLock { content in
        guard content.viewer.take() != nil else { return nil }
        return content.sockets.values.map(\.channel)
      }
      guard let sockets else { return false }
      for channel in sockets { SocketFrames.close(channel, .goingAway) }
      return true
    }
  }
#endif
