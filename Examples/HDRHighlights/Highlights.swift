import Foundation
import Headroom

/// Stripes that roll over what is brighter than white.
final class HighlightFilter: CIFilter {
  var inputImage: CIImage?
  var inputTime: Float = 0

  /// Light above 1 exists in HDR alone; 1 is white.
  static let source = """
    #include <CoreImage/CoreImage.h>
    using namespace metal;
    extern "C" float4 highlight(coreimage::sample_t light, float time, coreimage::destination place) {
      float stripe = fract((place.coord().x + place.coord().y) / 40.0 - time);
      float brightest = max(light.r, max(light.g, light.b));
      return brightest > 1.0 && stripe < 0.5 ? float4(2.0, 0.0, 0.0, 1.0) : light;
    }
    """

  static let kernel = Result {
    try CIColorKernel(functionName: "highlight", fromMetalLibraryData: Data(source.utf8))
  }

  override var outputImage: CIImage? {
    guard let input = inputImage, let kernel = try? Self.kernel.get() else { return nil }
    return kernel.apply(extent: input.extent, arguments: [input, inputTime])
  }
}

/// Makes each picture of the film from the picture of its source.
final class HighlightCompositor: NSObject, AVVideoCompositing {
  private static let tenBits = [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]
  let sourcePixelBufferAttributes: [String: any Sendable]? = [kCVPixelBufferPixelFormatTypeKey: tenBits]
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
    kCVPixelBufferPixelFormatTypeKey: tenBits
  ]
  let supportsHDRSourceFrames = true
  private let context = CIContext(options: [.cacheIntermediates: false])

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    do {
      request.finish(withComposedVideoFrame: try picture(for: request))
    } catch {
      request.finish(with: error)
    }
  }

  private func picture(for request: AVAsynchronousVideoCompositionRequest) throws -> CVPixelBuffer {
    guard let track = request.sourceTrackIDs.first, let buffer = request.renderContext.newPixelBuffer(),
      let frame = request.sourceFrame(byTrackID: track.int32Value)
    else { throw CocoaError(.coderValueNotFound) }
    let filter = HighlightFilter()
    filter.inputImage = CIImage(cvPixelBuffer: frame).transformed(by: placement(of: frame, for: request))
    filter.inputTime = Float(request.compositionTime.seconds)
    guard let image = filter.outputImage else { throw CocoaError(.featureUnsupported) }
    try context.startTask(toRender: image, to: CIRenderDestination(pixelBuffer: buffer)).waitUntilCompleted()
    return buffer
  }

  /// Phones record lying pictures and say how to turn them; compositors get them as they were recorded. The instruction's
  /// origin is at the top left, that of images at the bottom left.
  private func placement(
    of frame: CVPixelBuffer, for request: AVAsynchronousVideoCompositionRequest
  ) -> CGAffineTransform {
    let instruction = request.videoCompositionInstruction as? AVVideoCompositionInstruction
    guard let ramp = instruction?.layerInstructions.first?.transformRamp(at: request.compositionTime) else {
      return .identity
    }
    func flip(_ height: CGFloat) -> CGAffineTransform { CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height) }
    return flip(CGFloat(CVPixelBufferGetHeight(frame))).concatenating(ramp.start)
      .concatenating(flip(request.renderContext.size.height))
  }
}
