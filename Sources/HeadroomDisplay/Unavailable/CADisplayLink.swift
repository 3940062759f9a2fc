/// Not on Linux, where no method can be called by a selector.
@available(*, unavailable, message: "use the clock of MTKView: preferredFramesPerSecond, draw(in:)")
public final class CADisplayLink {
  public init(target: Any, selector: Any) {}
}

/// Not on Linux.
@available(*, unavailable, message: "use the clock of MTKView: preferredFramesPerSecond, draw(in:)")
public final class CVDisplayLink {}

/// Not on Linux.
@available(*, unavailable, message: "layers here do not move: change their properties for each frame")
public class CAAnimation {}

/// Not on Linux.
@available(*, unavailable, message: "draw with CAMetalLayer and CIContext")
public final class CAOpenGLLayer {}

/// Not on Linux.
@available(*, unavailable, message: "draw with CAMetalLayer and CIContext")
public final class CAEAGLLayer {}
