internal import Foundation
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

extension RandomRecipe {
  /// Looks of photos, colours by tables, and what is drawn over an image.
  package static let lightChanges: [(name: String, change: Change)] =
    photoEffects + colorChanges + foldingChanges
    + ["CILenticularHaloGenerator", "CIBlurredRoundedRectangleGenerator"].map(generator) + drawnOver

  private static let photoEffects =
    ["Chrome", "Fade", "Instant", "Mono", "Noir", "Process", "Tonal", "Transfer"].map { look in
      filter("CIPhotoEffect" + look) { t in ["inputExtrapolate": t < 0.5] }
    }

  private static let colorChanges: [(name: String, change: Change)] = [
    filter("CIComicEffect") { _ in [:] },
    (
      "CIDocumentEnhancer",
      { image, _, t in
        image.cropped(to: image.extent.intersection(CGRect(x: 0, y: 0, width: 40, height: 30)))
          .applyingFilter("CIDocumentEnhancer", parameters: ["inputAmount": 2 * t])
      }
    ),
    (
      "CIGuidedFilter",
      { image, other, t in
        let guide = other.cropped(to: CGRect(x: 2, y: 1, width: 20, height: 16))
        return image.cropped(to: image.extent.intersection(CGRect(x: 0, y: 0, width: 40, height: 30)))
          .applyingFilter(
            "CIGuidedFilter", parameters: ["inputGuideImage": guide, "inputRadius": 4 * t, "inputEpsilon": 0.01])
      }
    ),
    (
      "CIDepthBlurEffect",
      { image, other, t in
        let part = image.cropped(to: image.extent.intersection(CGRect(x: 0, y: 0, width: 40, height: 30)))
        let small = other.cropped(to: CGRect(x: 2, y: 1, width: 15, height: 11))
        return part.applyingFilter(
          "CIDepthBlurEffect",
          parameters: [
            "inputDisparityImage": small, "inputAperture": 0.5 + 4 * t, "inputLumaNoiseScale": 0.1 * t,
            "inputFocusRect": CIVector(x: 5, y: 4, z: 9, w: 9), "inputHairImage": other,
          ])
      }
    ),
    (
      "CICameraCalibrationLensCorrection",
      { image, _, t in
        let camera = camera(table: [0, Float(0.3 * t), Float(t)], center: CGPoint(x: 40 * t, y: 31))
        return image.applyingFilter(
          "CICameraCalibrationLensCorrection", parameters: ["inputAVCameraCalibrationData": camera])
      }
    ),
    (
      "CIEdgePreserveUpsampleFilter",
      { image, other, t in
        let small = other.cropped(to: CGRect(x: 2, y: 1, width: 11, height: 9))
        return image.cropped(to: image.extent.intersection(CGRect(x: 0, y: 0, width: 40, height: 30)))
          .applyingFilter(
            "CIEdgePreserveUpsampleFilter", parameters: ["inputSmallImage": small, "inputSpatialSigma": 3 * t])
      }
    ),
    filter("CIThermal") { _ in [:] },
    filter("CIXRay") { _ in [:] },
    filter("CISpotColor") { t in ["inputCloseness3": 3 * t, "inputContrast3": 0.1] },
    (
      "CIColorMap",
      { image, other, t in
        let gradient = other.clampedToExtent().cropped(to: CGRect(x: 3, y: 1, width: 9 + (9 * t).rounded(), height: 4))
        return image.applyingFilter("CIColorMap", parameters: [kCIInputGradientImageKey: gradient])
      }
    ),
  ]

  private static func camera(table: [Float], center: CGPoint) -> AVCameraCalibrationData {
    AVCameraCalibrationData(
      intrinsicMatrix: matrix_float3x3(diagonal: [80, 80, 1]),
      intrinsicMatrixReferenceDimensions: CGSize(width: 80, height: 60), pixelSize: 0.01,
      lensDistortionLookupTable: unsafe table.withUnsafeBytes { unsafe Data($0) }, lensDistortionCenter: center)
  }

  private static let foldingChanges: [(name: String, change: Change)] = [
    filter("CIAccordionFoldTransition", other: kCIInputTargetImageKey) { t in
      ["inputTime": 0.2 + t / 2, "inputBottomHeight": 5 * t]
    },
    (
      "CIPageCurlTransition",
      { image, other, t in
        curl("CIPageCurlTransition", image, other, t, [kCIInputShadingImageKey: other.cropped(to: other.firstPixels)])
      }
    ),
    (
      "CIPageCurlWithShadowTransition",
      { image, other, t in curl("CIPageCurlWithShadowTransition", image, other, t, ["inputShadowSize": t]) }
    ),
  ]

  private static func curl(
    _ name: String, _ image: CIImage, _ other: CIImage, _ t: Double, _ more: [String: Any]
  ) -> CIImage {
    let values: [String: Any] = [
      kCIInputTargetImageKey: other, kCIInputBacksideImageKey: other, kCIInputTimeKey: 0.1 + t / 2,
      kCIInputAngleKey: 6 * t, kCIInputRadiusKey: 3 + t, kCIInputExtentKey: CIVector(x: 1, y: 2, z: 30, w: 20),
    ]
    return image.applyingFilter(name, parameters: values.merging(more) { $1 })
  }

  private static let drawnOver: [(name: String, change: Change)] = [
    (
      "CIHueSaturationValueGradient",
      { image, _, t in
        let wheel = CIFilter(name: "CIHueSaturationValueGradient", parameters: ["inputRadius": 5 + 9 * t])?.outputImage
        return wheel?.composited(over: image) ?? image
      }
    ),
    (
      "CIMeshGenerator",
      { image, _, t in
        let lines = [CIVector(x: 2, y: 3, z: 20 * t, w: 15), CIVector(x: 9, y: 1, z: 9, w: 17)]
        let mesh = CIFilter(name: "CIMeshGenerator", parameters: ["inputMesh": lines, "inputWidth": 4 * t])?.outputImage
        return mesh?.composited(over: image) ?? image
      }
    ),
  ]
}

extension CIImage {
  /// A small part of a picture of any size.
  fileprivate var firstPixels: CGRect { CGRect(x: 0, y: 0, width: 12, height: 9) }
}
