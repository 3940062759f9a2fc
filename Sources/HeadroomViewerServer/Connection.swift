#if Viewer
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOSSL
  internal import NIOWebSocket

  /// Sets up a connection: TLS, the guard over bytes and time, HTTP, and the handler that answers.
  enum Connection {
    private static let (guardName, answersName) = ("viewer guard", "viewer answers")
    /// The most bytes of a message from the page; it sends nothing longer.
    private static let mostFrameBytes = 4096

    static func setUp(_ channel: any Channel, _ shared: ServerState, _ tls: NIOSSLContext?) throws {
      guard shared.accept(channel) else { throw ServerError(description: "too many connections") }
      let pipeline = channel.pipeline.syncOperations
      if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
      let guardian = RequestGuard(shared.settings)
      try pipeline.addHandler(guardian, name: guardName)
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = shared.settings.mostHeaderBytes
      limits.maxHeaderListSize = shared.settings.mostHeaderBytes
      limits.maxHeaderFieldCount = 100
      try pipeline.configureHTTPServerPipeline(
        position: .last, withPipeliningAssistance: true,
        withServerUpgrade: (
          upgraders: [upgrader(shared)],
          completionHandler: { context in
            // These two handlers do not apply to a WebSocket.
            context.pipeline.removeHandler(name: guardName, promise: nil)
            context.pipeline.removeHandler(name: answersName, promise: nil)
          }
        ),
        withErrorHandling: true, withOutboundHeaderValidation: true,
        withEncoderConfiguration: HTTPResponseEncoder.Configuration(), withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(HTTPAnswers(shared, guardian), name: answersName)
    }

    private static func upgrader(_ shared: ServerState) -> NIOWebSocketServerUpgrader {
      NIOWebSocketServerUpgrader(
        maxFrameSize: mostFrameBytes,
        shouldUpgrade: { channel, head in
          let isAllowed = socketName(head) != nil && shared.viewer?.access.allowsSocket(ViewerRequest(head)) == true
          return channel.eventLoop.makeSucceededFuture(isAllowed ? HTTPHeaders() : nil)
        },
        upgradePipelineHandler: { channel, head in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            guard let viewer = shared.viewer else { throw ServerError(description: "the server ends") }
            let isLive = socketName(head) == "live"
            shared.markAuthenticated(channel)
            shared.add(channel, wantsEvents: !isLive)
            try pipeline.addHandler(SocketGuard(shared.settings))
            if isLive {
              try pipeline.addHandler(LiveSocket(viewer, carrier(head)))
            } else {
              try pipeline.addHandler(EventSocket())
            }
          }
        })
    }

    private static func socketName(_ head: HTTPRequestHead) -> String? {
      switch ViewerRequest(head).path {
      case ["api", "events"]: "events"
      case ["api", "live"]: "live"
      default: nil
      }
    }

    /// A page across a network asks for video.
    private static func carrier(_ head: HTTPRequestHead) -> any FrameCarrier {
      ViewerRequest(head).query["network"] == "1" ? VideoFrames() : WholeFrames()
    }
  }

  extension ViewerRequest {
    init(_ head: HTTPRequestHead, body: [UInt8] = []) {
      self.init(
        method: head.method.rawValue, target: head.uri, host: head.headers["host"], origin: head.headers["origin"],
        cookies: head.headers["cookie"], body: body)
    }
  }
#endif
