#if Viewer
  internal import HeadroomContainers
  internal import HeadroomPixels
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOWebSocket

  /// Sends frames as fast as the page takes them: at most a few are in flight, and the next is made only when there is
  /// room, so that it is never outdated.
  final class LiveSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let viewer: Viewer
    private let carrier: any FrameCarrier
    private let start = NIODeadline.now()
    private var screen = PageScreen()
    /// Numbers of the last frame that was sent, and of the last that was drawn.
    private var (sent, drawn): (UInt32, UInt32) = (0, 0)
    /// The version of the last frame that was sent.
    private var version = 0
    private var isMaking = false
    private var earliest = NIODeadline.now()

    init(_ viewer: Viewer, _ carrier: any FrameCarrier) {
      self.viewer = viewer
      self.carrier = carrier
    }

    func handlerAdded(context: ChannelHandlerContext) {
      guard viewer.live != nil else { return SocketFrames.close(context.channel, .policyViolation) }
      pull(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let text = SocketFrames.text(Self.unwrapInboundIn(data), on: context.channel) else { return }
      guard case .object(let members)? = try? JSONValue(parsing: text) else {
        return SocketFrames.close(context.channel, .protocolError)
      }
      let before = screen
      for (key, value) in members { receive(key, value) }
      if screen != before { viewer.live?.screenChanged(screen) }
      pull(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      pull(context)
      context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func receive(_ key: String, _ value: JSONValue) {
      guard let number = value.asNumber, number.isFinite else { return }
      switch key {
      case "ready": drawn = max(drawn, UInt32(exactly: number.rounded()).map { min($0, sent) } ?? drawn)
      default: screen.set(key, to: number)
      }
    }

    // MARK: Frames

    private func pull(_ context: ChannelHandlerContext) {
      // Whether the page has read its data counts more than its reports of drawn frames.
      guard !isMaking, sent - drawn < carrier.mostOnTheWay, context.channel.isActive, context.channel.isWritable else {
        return
      }
      isMaking = true
      let bound = NIOLoopBound((socket: self, context: context), eventLoop: context.eventLoop)
      context.eventLoop.scheduleTask(deadline: max(earliest, .now())) {
        let (socket, context) = bound.value
        socket.ask(context)
      }
    }

    private func ask(_ context: ChannelHandlerContext) {
      let now = NIODeadline.now()
      earliest = now + carrier.shortestGap
      let time = Double((now - start).nanoseconds) / 1e9
      let (number, screen, carrier, viewer) = (sent + 1, screen, carrier, viewer)
      let (loop, channel) = (context.eventLoop, context.channel)
      let bound = NIOLoopBound((socket: self, context: context), eventLoop: loop)
      let request = LiveRequest(screen: screen, time: time, last: version) { channel.isActive }
      @Sendable func reply(_ messages: Result<[WebSocketFrame], any Error>, version: Int) {
        loop.execute { bound.value.socket.send(messages, version, bound.value.context) }
      }
      viewer.nextFrame(request) { made in
        let isTaken = viewer.workOnFrame {
          let messages = made.flatMap { frame in
            Result { try carrier.messages(for: frame, number: number, time: time, screen: screen) }
          }
          reply(messages, version: (try? made.get().version) ?? 0)
        }
        if !isTaken { reply(.failure(ServerError(description: "busy")), version: 0) }
      }
    }

    private func send(
      _ messages: Result<[WebSocketFrame], any Error>, _ version: Int, _ context: ChannelHandlerContext
    ) {
      isMaking = false
      guard context.channel.isActive else { return }
      let frames: [WebSocketFrame]
      do {
        frames = try messages.get()
      } catch {
        let reason = (error as? ViewerError)?.message ?? "\(error)"
        return SocketFrames.close(context.channel, .unexpectedServerError, reason)
      }
      guard let room = try? MemoryReservation(frames.reduce(0) { $0 + $1.data.readableBytes }) else {
        return SocketFrames.close(context.channel, .unexpectedServerError, "no memory for a frame")
      }
      sent += 1
      self.version = version
      for frame in frames.dropLast() { context.write(Self.wrapOutboundOut(frame), promise: nil) }
      if let last = frames.last {
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(Self.wrapOutboundOut(last), promise: written)
        written.futureResult.whenComplete { _ in withExtendedLifetime(room) {} }
      }
      pull(context)
    }
  }

  extension PageScreen {
    /// The most pixels on a side, and per CSS pixel, of any screen.
    private static let (mostPixels, mostDensity) = (16_384.0, 16.0)

    /// Sets one of a page's values; unknown words are ignored, and invalid numbers are clamped.
    mutating func set(_ word: String, to number: Double) {
      switch word {
      case "headroom": headroom = min(max(number, 1), 1000)
      case "width": width = Int(min(max(number, 0), Self.mostPixels))
      case "height": height = Int(min(max(number, 0), Self.mostPixels))
      case "density": density = min(max(number, 0.25), Self.mostDensity)
      default: break
      }
    }
  }

  extension JSONValue {
    fileprivate var asNumber: Double? {
      switch self {
      case .integer(let value): Double(value)
      case .number(let value): value
      default: nil
      }
    }
  }
#endif
