public import Foundation

// What finds things in pictures on Apple platforms has no counterpart here. The names are there so that the compiler says so.

/// Not on Linux.
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public final class CIDetector {
  public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) { nil }
  public func features(in image: CIImage) -> [CIFeature] { [] }
  public func features(in image: CIImage, options: [String: Any]?) -> [CIFeature] { [] }
}

/// Not on Linux.
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public class CIFeature {
  public var type: String { "" }
  public var bounds: CGRect { .null }
}

/// Not on Linux.
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public final class CIFaceFeature: CIFeature {
  public var hasLeftEyePosition: Bool { false }
  public var leftEyePosition: CGPoint { .zero }
  public var rightEyePosition: CGPoint { .zero }
  public var mouthPosition: CGPoint { .zero }
  public var hasSmile: Bool { false }
  public var leftEyeClosed: Bool { false }
  public var rightEyeClosed: Bool { false }
  public var faceAngle: Float { 0 }
  public var trackingID: Int32 { 0 }
}

/// Not on Linux.
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public final class CIRectangleFeature: CIFeature {
  public var topLeft: CGPoint { .zero }
  public var topRight: CGPoint { .zero }
  public var bottomLeft: CGPoint { .zero }
  public var bottomRight: CGPoint { .zero }
}

/// Not on Linux.
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public final class CIQRCodeFeature: CIFeature {
  public var messageString: String? { nil }
  public var topLeft: CGPoint { .zero }
  public var topRight: CGPoint { .zero }
  public var bottomLeft: CGPoint { .zero }
  public var bottomRight: CGPoint { .zero }
  public var symbolDescriptor: Any? { nil }
}

/// Not on Linux.
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public final class CITextFeature: CIFeature {
  public var topLeft: CGPoint { .zero }
  public var topRight: CGPoint { .zero }
  public var bottomLeft: CGPoint { .zero }
  public var bottomRight: CGPoint { .zero }
  public var subFeatures: [Any]? { nil }
}

@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorTypeFace = "CIDetectorTypeFace"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorTypeText = "CIDetectorTypeText"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorAccuracy = "CIDetectorAccuracy"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorTracking = "CIDetectorTracking"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorSmile = "CIDetectorSmile"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorFocalLength = "CIDetectorFocalLength"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
@available(*, unavailable, message: "Linux has no detectors: find faces, codes and text by a library")
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"
