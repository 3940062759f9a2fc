#if Viewer
  internal import HeadroomPixels
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOWebSocket

  /// Assembles requests, passes them to the viewer, and writes its answers.
  final class HTTPAnswers: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let shared: ServerState
    private let guardian: RequestGuard
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// Memory for the body, in steps.
    private var room: [MemoryReservation] = []
    /// The wait of this connection's request.
    private var job: ViewerWait?
    /// Whether the connection ends after the current answer.
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

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // A refused WebSocket comes next as an ordinary request.
      if error is NIOWebSocketUpgradeError { return }
      context.close(promise: nil)
    }

    // MARK: A request

    /// Bodies are short, except for pictures: those are counted from this size on, in steps of it.
    private static let countedBytes = 1 << 20

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      self.head = head
      (body, room) = ([], [])
      guardian.headerIsComplete()
      guard let viewer = shared.viewer else { return context.close(promise: nil) }
      // Refused before the body is read.
      if let refusal = viewer.access.refusal(of: ViewerRequest(head)), refusal.status >= 400 {
        return refuse(refusal, context)
      }
      shared.markAuthenticated(context.channel)
      // Chunks belong to HTTP/1.1 (RFC 9112, 6.1): servers disagree on chunks in an older version.
      let isOld = (head.version.major, head.version.minor) < (1, 1)
      if isOld, head.headers.contains(name: "transfer-encoding") {
        return refuse(Self.chunksOfOldVersion, context)
      }
      let announced = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
      guard announced <= limit(head), makeRoom(for: announced) else { return refuse(Self.tooLarge, context) }
      body.reserveCapacity(announced)
    }

    private func add(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
      guard let head else { return }
      let count = body.count + part.readableBytes
      guard count <= limit(head), makeRoom(for: count) else { return refuse(Self.tooLarge, context) }
      body.append(contentsOf: part.readableBytesView)
    }

    /// Reserves memory for a body of `count` bytes.
    ///
    /// - Returns: whether there is enough.
    private func makeRoom(for count: Int) -> Bool {
      let missing = count - room.reduce(0) { $0 + $1.byteCount }
      guard count > Self.countedBytes, missing > 0 else { return true }
      guard let more = try? MemoryReservation(max(missing, Self.countedBytes)) else { return false }
      room.append(more)
      return true
    }

    private func limit(_ head: HTTPRequestHead) -> Int {
      let isUpload = head.method == .POST && head.uri.hasPrefix("/api/upload")
      return isUpload ? shared.settings.mostUploadBytes : shared.settings.mostBodyBytes
    }

    private static let tooLarge = ViewerResponse(
      ViewerError(status: 413, message: "that is more than the viewer takes"))

    private static let chunksOfOldVersion = ViewerResponse(
      ViewerError(status: 400, message: "HTTP/1.0 has no chunks"))

    private func finish(_ context: ChannelHandlerContext) {
      guard let head, let viewer = shared.viewer else { return context.close(promise: nil) }
      guardian.requestIsComplete()
      let request = ViewerRequest(head, body: body)
      // Memory that is kept is counted by its new owner.
      (body, room) = ([], [])
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
      (body, room) = ([], [])
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
