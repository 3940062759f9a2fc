#if Viewer
  internal import NIOCore
  internal import NIOWebSocket

  /// Answers pings one at a time, and ends WebSockets whose page does not read: data that waits for a page is held in
  /// memory.
  final class SocketGuard: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let patience: TimeAmount
    /// The last ping that arrived while another was answered. One answer suffices for all before it (RFC 6455, 5.5.3).
    private var waiting: WebSocketFrame?
    private var isAnswering = false
    private var deadline: Scheduled<Void>?
    private var unread = 0

    init(_ settings: ServerSettings) { patience = .seconds(Int64(settings.unreadSeconds)) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = Self.unwrapInboundIn(data)
      guard frame.opcode == .ping else { return context.fireChannelRead(data) }
      if isAnswering { waiting = frame } else { answer(frame, context) }
    }

    private func answer(_ ping: WebSocketFrame, _ context: ChannelHandlerContext) {
      isAnswering = true
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: ping.unmaskedData)
      let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
      let done = context.eventLoop.makePromise(of: Void.self)
      context.writeAndFlush(Self.wrapOutboundOut(pong), promise: done)
      done.futureResult.whenComplete { _ in
        let (handler, context) = bound.value
        handler.isAnswering = false
        if let next = handler.waiting.take(), context.channel.isActive { handler.answer(next, context) }
      }
    }

    // MARK: Pages that do not read

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      deadline?.cancel()
      if !context.channel.isWritable { wait(context) }
      context.fireChannelWritabilityChanged()
    }

    /// A slow page still reads something within this time.
    private func wait(_ context: ChannelHandlerContext) {
      unread = Self.unread(context)
      let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: patience) {
        let (handler, context) = bound.value
        guard context.channel.isActive, !context.channel.isWritable else { return }
        if Self.unread(context) >= handler.unread { context.close(promise: nil) } else { handler.wait(context) }
      }
    }

    private static func unread(_ context: ChannelHandlerContext) -> Int {
      (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
  }
#endif
