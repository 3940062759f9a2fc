#if Viewer
  internal import NIOCore

  /// Ends connections that send too much before a request is complete, or take too long for it: a client that sends a
  /// byte a minute must not occupy a place.
  final class RequestGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
      /// Nothing has arrived since the last answer.
      case idle
      case header
      case body
      /// The request is complete; the answer has no time limit.
      case answering
    }

    private let settings: ServerSettings
    private var phase = Phase.idle
    private var headerBytes = 0
    private var deadline: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(_ settings: ServerSettings) { self.settings = settings }

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      set(.idle)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      deadline?.cancel()
      self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let count = Self.unwrapInboundIn(data).readableBytes
      if phase == .idle { set(.header) }
      if phase == .header {
        headerBytes += count
        // The factor allows for bytes after the header in the same piece: pieces are small compared with it.
        if headerBytes > 2 * settings.mostHeaderBytes {
          return refuse("431 Request Header Fields Too Large")
        }
      }
      if phase == .body { set(.body) }
      context.fireChannelRead(data)
    }

    // MARK: What the handler of requests knows

    func headerIsComplete() { set(.body) }
    func requestIsComplete() { set(.answering) }

    func answerIsComplete() {
      headerBytes = 0
      set(.idle)
    }

    private func set(_ phase: Phase) {
      self.phase = phase
      deadline?.cancel()
      let seconds: Int? =
        switch phase {
        case .idle: settings.idleSeconds
        case .header: settings.headerSeconds
        case .body: settings.bodySeconds
        case .answering: nil
        }
      guard let seconds, let context else { return }
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { bound.value.isLate() }
    }

    private func isLate() {
      if phase == .idle { context?.close(promise: nil) } else { refuse("408 Request Timeout") }
    }

    private func refuse(_ status: String) {
      guard let context else { return }
      deadline?.cancel()
      phase = .answering
      let answer = "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
      let done = context.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      done.futureResult.whenComplete { _ in channel.close(promise: nil) }
      context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: answer)), promise: done)
    }
  }
#endif
