#if Viewer
  internal import HeadroomViewer
  internal import NIOCore
  internal import NIOWebSocket

  /// The way in which frames travel to one page.
  protocol FrameCarrier: Sendable {
    /// The most frames in flight: sent, but not yet acknowledged.
    var mostOnTheWay: UInt32 { get }
    /// The least time from one frame to the next.
    var shortestGap: TimeAmount { get }

    /// The messages that carry a frame. Called for one frame after the other, on threads of the viewer.
    ///
    /// - Parameters:
    ///   - number: of the frame on this connection, from 1 on.
    ///   - time: seconds since the page began to watch.
    ///   - screen: the page's screen at the time of its request.
    func messages(
      for frame: LiveFrame, number: UInt32, time: Double, screen: PageScreen
    ) throws -> [WebSocketFrame]
  }

  /// Sends every pixel unchanged, for pages on this machine.
  struct WholeFrames: FrameCarrier {
    let mostOnTheWay: UInt32 = 2
    let shortestGap = TimeAmount.zero

    func messages(
      for frame: LiveFrame, number: UInt32, time: Double, screen: PageScreen
    ) -> [WebSocketFrame] {
      let header = frame.header(number: number, time: time)
      var data = ByteBufferAllocator().buffer(capacity: header.count + frame.pixels.count)
      data.writeBytes(header)
      data.writeBytes(frame.pixels)
      return [WebSocketFrame(fin: true, opcode: .binary, data: data)]
    }
  }
#endif
