#if Viewer
  internal import NIOCore
  internal import NIOWebSocket

  /// What both kinds of WebSocket do with frames that carry no message.
  enum SocketFrames {
    /// Bytes of a sentence that a frame of control has room for (RFC 6455, 5.5).
    private static let mostReason = 123

    /// Ends a WebSocket with a reason.
    ///
    /// - Parameter sentence: for the person; what has no room is left out.
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

    /// The text of a message; nil for frames that were dealt with, or end the connection.
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

  /// Tells the page of files that changed. What the page says here is of no interest.
  final class EventSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      _ = SocketFrames.text(Self.unwrapInboundIn(data), on: context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
