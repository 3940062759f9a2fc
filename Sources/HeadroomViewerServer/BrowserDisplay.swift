#if Viewer
  internal import Foundation
  public import HeadroomDisplay
  internal import HeadroomViewer

  /// A display in a browser page: the page shows the light of the program's views.
  ///
  /// ```swift
  /// let display = try BrowserDisplay()
  /// display.show(view)                       // an MTKView, another UIView, or a CALayer
  /// print(display.address)                   // open it; it holds the key
  /// RunLoop.main.run()
  /// ```
  ///
  /// Once made, it is `UIScreen.main` and `NSScreen.main`, as a simulated display is after `connect()`. The page
  /// defines the screen: its headroom slider is the current headroom (at *All*, the headroom that the browser reports
  /// for its own screen, if it does), and its size and pixel density are the screen's. Changes arrive on the main
  /// thread, with AppKit's notification; if several pages watch, the last message counts. The potential headroom is 64,
  /// the slider's end.
  ///
  /// ## When frames are sent
  /// The main thread has to run its run loop or its queue. While a page waits for a frame, the view is checked 120
  /// times a second there and sent when it has changed: an `MTKView` or a `CAMetalLayer` when a drawable was presented,
  /// any other layer when it or one of its sublayers was changed. Pixels written into a buffer that is already shown
  /// appear after `setNeedsDisplay()`. The page asks for the next frame when it has drawn one, so a slow page gets
  /// fewer frames and never old ones; an `MTKView` draws at its own rate, watched or not.
  ///
  /// ## What is sent
  /// The result of `display.emitted(by:)`, as 10-bit PQ in BT.2020, in which SDR white is 203 cd/m²; light above 49
  /// times white and colours outside BT.2020 are clipped. Across a network it is VP9.
  public final class BrowserDisplay: Sendable {
    /// Headroom at the end of the page's slider.
    private static let potentialHeadroom = 64.0

    /// The simulated display: its screens, its brightness, its emitted light.
    public let display: SimulatedDisplay
    /// The page's address with the key: for the user's browser, not for logs.
    public let address: String

    private let source: ProgramSource
    private let server: ViewerServer

    /// Starts the server, and makes this the main screen.
    ///
    /// - Throws: ``BrowserDisplayError``: the address is not this machine's, the port is taken, the certificate cannot be used.
    public init(_ settings: Settings = Settings()) throws(BrowserDisplayError) {
      let screen = SimulatedDisplay(
        name: "Browser", size: .init(width: 1280, height: 720), scale: 1,
        panel: PanelModel(potentialHeadroom: Self.potentialHeadroom, currentHeadroom: 1))
      let source = ProgramSource(screen)
      let token = SecretText()
      (display, self.source) = (screen, source)
      server = try settings.start(source, token)
      address = settings.address(port: server.port, token)
      screen.connect()
    }

    deinit { stop() }

    /// Shows a view and its subviews instead of the previous contents. Call it on the main thread, to which the view
    /// belongs from now on; the display retains it.
    public func show(_ view: UIView) { source.show(view) }

    /// Shows a layer and its sublayers instead of the previous contents. Call it on the main thread, to which the layer
    /// belongs from now on; the display retains it.
    public func show(_ layer: CALayer) { source.show(layer) }

    /// Ends the pages' connections and removes the screen. Later calls have no effect.
    public func stop() {
      display.disconnect()
      server.stop()
    }
  }

  /// Why a display was not started, in a sentence.
  public struct BrowserDisplayError: Error, Hashable, CustomStringConvertible {
    public let description: String
  }
#else
  /// A display in a browser page. It needs the package trait `Viewer`, which brings an HTTP server.
  @available(
    *, unavailable, message: "add traits: [\"Viewer\"] to the dependency on headroom, which brings an HTTP server"
  )
  public final class BrowserDisplay {}
#endif
