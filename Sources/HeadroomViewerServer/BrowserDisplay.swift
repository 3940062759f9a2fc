#if Viewer
  internal import Foundation
  public import HeadroomDisplay
  internal import HeadroomViewer

  /// A display whose glass is a page of a browser: what a program shows on it is seen there, as light.
  ///
  /// ```swift
  /// let display = try BrowserDisplay()
  /// display.show(view)                       // an MTKView, another UIView, or a CALayer
  /// print(display.address)                   // open it; it holds the key
  /// RunLoop.main.run()
  /// ```
  ///
  /// From the moment it is made it is the screen that `UIScreen.main` and `NSScreen.main` give, as a simulated display is after
  /// `connect()`. The page says what it is as a screen: its headroom slider (or, with all light asked for, the headroom that the
  /// browser has of its own screen, where it says one) is the current headroom, its size and its pixel density are the screen's. They
  /// follow on the main thread, with AppKit's notice; where several pages watch, the one that spoke last counts. The potential headroom
  /// is 64, the slider's end.
  ///
  /// ## When frames are sent
  /// The main thread has to run its run loop or its queue. While a page waits for a frame, what is shown is looked at 120 times a
  /// second there and sent when it has changed: an `MTKView` or a `CAMetalLayer` when a drawable was presented, any other layer
  /// when something was set on it or on those inside it. Pixels that are written into a buffer that is shown already are seen after
  /// `setNeedsDisplay()`. The page asks for the next frame when it has drawn one, so a slow page gets fewer frames and never old ones;
  /// an `MTKView` draws at its own rate, watched or not.
  ///
  /// ## What is sent
  /// What `display.emitted(by:)` gives, as 10-bit PQ in BT.2020, in which SDR white is 203 cd/m²; light above 49 times white and colours
  /// outside BT.2020 are cut. Across a network it is VP9.
  public final class BrowserDisplay: Sendable {
    /// Headroom at the end of the page's slider.
    private static let potentialHeadroom = 64.0

    /// The display as programs test theirs with: its screens, its brightness, what it emits.
    public let display: SimulatedDisplay
    /// Where the page is, with the key: for the person's browser, and for no log.
    public let address: String

    private let source: ProgramSource
    private let server: ViewerServer

    /// Starts to serve, and makes this the main screen.
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

    /// Shows a view and those in it, in place of what was shown. Called on the main thread, which the view belongs to from now on;
    /// the display holds it.
    public func show(_ view: UIView) { source.show(view) }

    /// Shows a layer and those in it, in place of what was shown. Called on the main thread, which the layer belongs to from now on;
    /// the display holds it.
    public func show(_ layer: CALayer) { source.show(layer) }

    /// Ends the pages' connections and takes the screen away. What comes afterwards has no effect.
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
  /// A display whose glass is a page of a browser. It needs the package trait `Viewer`, which brings an HTTP server.
  @available(
    *, unavailable, message: "add traits: [\"Viewer\"] to the dependency on headroom, which brings an HTTP server"
  )
  public final class BrowserDisplay {}
#endif
