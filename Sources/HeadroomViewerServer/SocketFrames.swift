#if Viewer
  internal import NIOCore
  internal import NIOWebSocket

  /// What both kinds of WebSocket do with frames that carry no message.
  enum SocketFrames {
    /// Ends a WebSocket with a reason.
    static func close(_ channel: any Channel, _ code: WebSocketErrorCode) {
      var data = channel.allocator.buffer(capacity: 2)
      data.write(webSocketErrorCode: code)
      channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)).whenComplete { _ in
        channel.close(promise: nil)
      }
    }

    /// The text of a message; nil for frames that were dealt with, or end the connection.
    static func text(_ frame: WebSocketFrame, on channel: any Channel) -> [UInt8]? {
      switch frame.opcode {
      case .text where frame.fin: return Array(frame.unmaskedData.readableBytesView)
      case .ping:
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData), promise: nil)
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
