// Metal's shaders, compute passes and pipelines have no counterpart: pictures are drawn by Core Image. The names are there so
// that the compiler says so.

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLLibrary: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLFunction: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLComputeCommandEncoder: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLComputePipelineState: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLRenderPipelineState: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLSamplerState: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLBuffer: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLHeap: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLEvent: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public protocol MTLFence: AnyObject {}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public final class MTLRenderPipelineDescriptor {
  public init() {}
}

/// Not on Linux.
@available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
public final class MTLCaptureManager {}

/// Not on Linux.
@available(*, unavailable, message: "render a CIImage to a texture by CIContext")
public final class MTKTextureLoader {
  public init(device: any MTLDevice) {}
}

extension MTLDevice {
  @available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
  public func makeDefaultLibrary() -> (any MTLLibrary)? { nil }

  @available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
  public func makeLibrary(source: String, options: Any?) throws -> any MTLLibrary { fatalError() }

  @available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
  public func makeComputePipelineState(function: any MTLFunction) throws -> any MTLComputePipelineState { fatalError() }

  @available(*, unavailable, message: "no shaders on Linux would read it: keep bytes in memory")
  public func makeBuffer(length: Int, options: Any? = nil) -> (any MTLBuffer)? { nil }

  @available(*, unavailable, message: "no shaders on Linux would read it: keep bytes in memory")
  public func makeBuffer(bytes: UnsafeRawPointer, length: Int, options: Any? = nil) -> (any MTLBuffer)? { nil }
}

extension MTLCommandBuffer {
  @available(*, unavailable, message: "no shaders on Linux: write a CIKernel or a CIImageProcessorKernel")
  public func makeComputeCommandEncoder() -> (any MTLComputeCommandEncoder)? { nil }
}
