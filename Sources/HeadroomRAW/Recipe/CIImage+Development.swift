internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomImage

/// Steps of a development.
extension CIImage {
  /// Applies a change in the working space's values and converts back, for filters that work in light.
  private func inWorkingSpace(_ change: (CIImage) -> CIImage) -> CIImage {
    let light = appending(.color(.toWorkingSpace(from: RAWRecipe.encoding)), extent: extent, keepsTags: true)
    let changed = change(light)
    return changed.appending(.color(.fromWorkingSpace(to: RAWRecipe.encoding)), extent: changed.extent, keepsTags: true)
  }

  /// The image through a client's filter; the image itself where the filter has no result.
  func filtered(by filter: CIFilter) -> CIImage {
    inWorkingSpace { light in
      filter.setValue(light, forKey: "inputImage")
      return filter.outputImage ?? light
    }
  }

  /// Sharpened, with more fine detail and local contrast.
  ///
  /// - Parameter reduction: how many times smaller the picture is than the sensor's.
  func sharpened(_ settings: RAWSettings, reduction: Int) -> CIImage {
    let scale = Double(reduction)
    return strengtheningDetail(1.2 * settings.sharpness, sigma: 0.8 / scale)
      .strengtheningDetail(0.4 * settings.detail, sigma: 2 / scale)
      .strengtheningDetail(0.5 * settings.contrast, sigma: 16 / scale)
  }
}
