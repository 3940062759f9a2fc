#if Viewer
  internal import NIOCore
  internal import NIOWebSocket

  /// The handling of frames without a message, for both kinds of WebSocket.
  enum SocketFrames {
    /// The most bytes of a sentence in a control frame (RFC 6455, 5.5).
    private static let mostReason = 123

    /// Ends a WebSocket with a reason.
    ///
    /// - Parameter sentence: for the user; truncated if too long.
    static func close(_ channel: any Channel, _ code: WebSocketErrorCode, _ sentence: String = "") {
      var data = channel.allocator.buffer(capacity: 2)
      data.write(webSocketErrorCode: code)
      var rest = sentence[...]
      while rest.utf8.count > mostReason { rest.removeLast() }
      data.writeString(String(rest))
      channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)).whenComplete { _ in
        channel.close(promise: nil)
      }
    }

    /// The text of a message; nil for frames that are handled here or end the connection.
    static func text(_ frame: WebSocketFrame, on channel: any Channel) -> [UInt8]? {
      switch frame.opcode {
      case .text where frame.fin: return Array(frame.unmaskedData.readableBytesView)
      case .pong: break
      case .connectionClose: close(channel, .normalClosure)
      default: close(channel, .unacceptableData)
      }
      return nil
    }
  }

  /// Notifies the page of changed files. Messages from the page are ignored.
  final class EventSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      _ = SocketFrames.text(Self.unwrapInboundIn(data), on: context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
