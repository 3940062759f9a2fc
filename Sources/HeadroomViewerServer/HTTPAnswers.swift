#if Viewer
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOHTTP1

  /// Puts requests together, hands them to the viewer, and writes what it answers.
  final class HTTPAnswers: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let shared: ServerState
    private let guardian: RequestGuard
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// What the request of this connection waits for.
    private var job: ViewerWait?
    /// Whether the connection ends with the answer that is being written.
    private var isEnding = false

    init(_ shared: ServerState, _ guardian: RequestGuard) {
      self.shared = shared
      self.guardian = guardian
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isEnding else { return }
      switch Self.unwrapInboundIn(data) {
      case .head(let head): begin(head, context)
      case .body(let part): add(part, context)
      case .end: finish(context)
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      job?.cancel()
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    // MARK: A request

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      self.head = head
      body = []
      guardian.headerIsComplete()
      guard let viewer = shared.viewer else { return context.close(promise: nil) }
      // Nobody brings a body to a door that is closed.
      if let refusal = viewer.access.refusal(of: ViewerRequest(head)), refusal.status >= 400 {
        return refuse(refusal, context)
      }
      let announced = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
      if announced > limit(head) { refuse(Self.tooLarge, context) } else { body.reserveCapacity(announced) }
    }

    private func add(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
      guard let head else { return }
      guard body.count + part.readableBytes <= limit(head) else { return refuse(Self.tooLarge, context) }
      body.append(contentsOf: part.readableBytesView)
    }

    private func limit(_ head: HTTPRequestHead) -> Int {
      let isUpload = head.method == .POST && head.uri.hasPrefix("/api/upload")
      return isUpload ? shared.settings.mostUploadBytes : shared.settings.mostBodyBytes
    }

    private static let tooLarge = ViewerResponse(
      ViewerError(status: 413, message: "that is more than the viewer takes"))

    private func finish(_ context: ChannelHandlerContext) {
      guard let head, let viewer = shared.viewer else { return context.close(promise: nil) }
      guardian.requestIsComplete()
      let request = ViewerRequest(head, body: body)
      body = []
      let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
      let loop = context.eventLoop
      job = viewer.answer(request) { response in
        loop.execute {
          let (handler, context) = bound.value
          handler.write(response, context, isLast: !head.isKeepAlive)
        }
      }
    }

    // MARK: An answer

    private func refuse(_ response: ViewerResponse, _ context: ChannelHandlerContext) {
      guardian.requestIsComplete()
      write(response, context, isLast: true)
    }

    private func write(_ response: ViewerResponse, _ context: ChannelHandlerContext, isLast: Bool) {
      guard context.channel.isActive, let request = head else { return }
      head = nil
      job = nil
      isEnding = isLast
      let status = HTTPResponseStatus(statusCode: response.status)
      let answer = HTTPResponseHead(
        version: .http1_1, status: status, headers: headers(of: response, status, isLast: isLast))
      context.write(Self.wrapOutboundOut(.head(answer)), promise: nil)
      if request.method != .HEAD, status.mayHaveResponseBody, !response.body.isEmpty {
        let buffer = context.channel.allocator.buffer(bytes: response.body)
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
      }
      let done = context.eventLoop.makePromise(of: Void.self)
      if isLast {
        let channel = context.channel
        done.futureResult.whenComplete { _ in channel.close(promise: nil) }
      }
      context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: done)
      guardian.answerIsComplete()
    }

    private func headers(of response: ViewerResponse, _ status: HTTPResponseStatus, isLast: Bool) -> HTTPHeaders {
      var headers = HTTPHeaders(ViewerResponse.commonHeaders.map { ($0.name, $0.value) })
      headers.add(contentsOf: response.headers.map { ($0.name, $0.value) })
      if status.mayHaveResponseBody { headers.add(name: "Content-Length", value: String(response.body.count)) }
      headers.add(name: "Connection", value: isLast ? "close" : "keep-alive")
      return headers
    }
  }
#endif
