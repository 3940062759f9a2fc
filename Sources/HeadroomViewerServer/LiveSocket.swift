#if Viewer
  internal import HeadroomContainers
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOWebSocket

  /// Sends frames as fast as the page draws them: two on their way at most, and the next is rendered when there is room for it,
  /// so that it is never an old one.
  final class LiveSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private static let mostOnTheWay: UInt32 = 2

    private let viewer: Viewer
    private let start = NIODeadline.now()
    private var headroom = 1.0
    /// Numbers of the last frame that was sent, and of the last that was drawn.
    private var (sent, drawn): (UInt32, UInt32) = (0, 0)
    private var isRendering = false

    init(_ viewer: Viewer) { self.viewer = viewer }

    func handlerAdded(context: ChannelHandlerContext) {
      guard viewer.live != nil else { return SocketFrames.close(context.channel, .policyViolation) }
      pull(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let text = SocketFrames.text(Self.unwrapInboundIn(data), on: context.channel) else { return }
      guard case .object(let members)? = try? JSONValue(parsing: text) else {
        return SocketFrames.close(context.channel, .protocolError)
      }
      for (key, value) in members { hear(key, value) }
      pull(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func hear(_ key: String, _ value: JSONValue) {
      switch (key, value.asNumber) {
      case ("ready", let number?): drawn = max(drawn, UInt32(exactly: number.rounded()).map { min($0, sent) } ?? drawn)
      case ("headroom", let number?): headroom = min(max(number, 1), 1000)
      default: break
      }
    }

    private func pull(_ context: ChannelHandlerContext) {
      guard !isRendering, sent - drawn < Self.mostOnTheWay, context.channel.isActive else { return }
      isRendering = true
      let time = Double((NIODeadline.now() - start).nanoseconds) / 1e9
      let bound = NIOLoopBound((socket: self, context: context), eventLoop: context.eventLoop)
      let loop = context.eventLoop
      viewer.renderFrame(headroom: headroom, time: time) { result in
        loop.execute { bound.value.socket.send(result, time, bound.value.context) }
      }
    }

    private func send(_ result: Result<LiveFrame, any Error>, _ time: Double, _ context: ChannelHandlerContext) {
      isRendering = false
      guard context.channel.isActive else { return }
      guard let frame = try? result.get() else { return SocketFrames.close(context.channel, .unexpectedServerError) }
      sent += 1
      let header = frame.header(number: sent, time: time)
      var data = context.channel.allocator.buffer(capacity: header.count + frame.pixels.count)
      data.writeBytes(header)
      data.writeBytes(frame.pixels)
      context.writeAndFlush(
        Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .binary, data: data)), promise: nil)
      pull(context)
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
