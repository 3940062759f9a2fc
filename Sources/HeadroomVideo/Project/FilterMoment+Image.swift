package import Foundation
internal import HeadroomContainers
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

extension FilterMoment {
  /// The filter's result.
  ///
  /// - Parameter folder: the base of the paths of files that it names.
  func applied(to image: CIImage, folder: URL?) throws(MediaError) -> CIImage {
    try output(folder) { settings in settings.set(image, for: "inputImage") }
  }

  /// A transition's picture; the filter's extent and time are set where it has them.
  func transition(
    from earlier: CIImage, to later: CIImage, weight: Double, in bounds: CGRect, folder: URL?
  ) throws(MediaError) -> CIImage {
    let image = try output(folder) { settings in
      settings.set(earlier.filling(bounds), for: "inputImage")
      settings.set(later.filling(bounds), for: "inputTargetImage")
      let keys = settings.filter.inputKeys
      if keys.contains("inputExtent") { settings.filter.setValue(CIVector(cgRect: bounds), forKey: "inputExtent") }
      if keys.contains("inputTime") { settings.filter.setValue(weight, forKey: "inputTime") }
    }
    return image.cropped(to: bounds)
  }

  private func output(_ folder: URL?, _ set: (FilterSettings) -> Void) throws(MediaError) -> CIImage {
    let image: CIImage?
    let missing: String?
    do throws(FilterSettings.Problem) {
      let settings = try FilterSettings(named: name, relativeTo: folder)
      set(settings)
      for input in inputs { try settings.set(input.value, for: try settings.key(named: input.key), relativeTo: folder) }
      (image, missing) = (try settings.output(), settings.missingImage)
    } catch {
      let key = error.key.map { "/\($0)" } ?? ""
      throw MediaError(.invalidRequest("\(path)\(key): \(error.reason)"))
    }
    if let image { return image }
    let reason = missing.map { "\(name) needs an image as \($0)" } ?? "\(name) has no result"
    throw MediaError(.invalidRequest("\(path): \(reason)"))
  }
}

extension CIImage {
  /// Transparent black to the edges of a rectangle.
  fileprivate func filling(_ bounds: CGRect) -> CIImage {
    extent == bounds ? self : composited(over: CIImage(color: .clear).cropped(to: bounds))
  }
}

extension ProjectVocabulary {
  /// The filters and transitions of this library.
  ///
  /// - Parameter folder: the project's folder.
  package static func filters(folder: URL?) -> ProjectVocabulary {
    ProjectVocabulary(transitions: CIFilter.filterNames(inCategory: kCICategoryTransition)) { name, inputs in
      do throws(FilterSettings.Problem) {
        let settings = try FilterSettings(named: name, relativeTo: folder)
        for input in inputs {
          try settings.set(input.value, for: try settings.key(named: input.key), relativeTo: folder)
        }
        return nil
      } catch {
        return (error.key, error.reason)
      }
    }
  }
}
