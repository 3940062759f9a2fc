internal import HeadroomContainers
internal import HeadroomImage
internal import HeadroomImageIO

/// The settings, taken from the requesting render, for the small picture from which a file's look and white are
/// estimated.
struct RAWEstimateOptions: Hashable, Sendable {
  let isDraft: Bool
  let allowsPartial: Bool

  init(_ settings: RAWSettings, allowsPartial: Bool) {
    isDraft = settings.isDraft
    self.allowsPartial = allowsPartial
  }

  /// A file's defaults, in the sensor's orientation: estimates belong to the file, whatever else is set.
  func recipe(of picture: RAWPicture) -> RAWRecipe {
    var settings = RAWSettings(picture.header)
    settings.isDraft = isDraft
    let reader = RAWReader(picture, format: CameraRAWFormat.name)
    let still = StillPicture(reader: reader, request: DecodeRequest(allowPartial: allowsPartial))
    return RAWRecipe(picture, still, settings).measured
  }
}

/// Where the white of a shot comes from.
package enum ShotWhiteSource: String, Sendable {
  /// The file states it.
  case file
  /// It is estimated from the camera's preview.
  case preview
  /// It is estimated from the picture's edges.
  case picture
  /// Nothing determines it, so daylight is used.
  case daylight

  package var isEstimated: Bool { self != .file }
}

/// The white that a shot is developed with.
struct ShotWhite: Sendable {
  /// Nil for a monochrome sensor.
  let balance: CameraWhiteBalance?
  let source: ShotWhiteSource
}

/// The outcome of a request to develop a file with its camera's look.
package enum CameraLookOutcome: Sendable {
  case matched(CameraLookMatch)
  /// Why it is developed neutrally.
  case neutral(NeutralReason)

  package var look: CameraLook? { if case .matched(let match) = self { match.look } else { nil } }
}

/// Why a file is not developed with its camera's look.
package enum NeutralReason: Hashable, Sendable {
  case monochrome
  case noPreview
  /// None of its previews is large enough to be compared, or can be read.
  case smallPreviews
  case greyPreview
  /// Too much of the picture is black or overexposed.
  case fewPixels
  /// The preview does not show the same picture; the correlation is that after aligning.
  case anotherPicture(correlation: Double)
  /// No look that was found brings the development nearer to the preview.
  case notBetter
  case unreadable

  /// The text after "developed neutrally: ".
  package var text: String {
    switch self {
    case .monochrome: "the sensor is monochrome"
    case .noPreview: "the file has no preview of its camera's"
    case .smallPreviews: "its previews are smaller than \(RAWPreviewLight.leastSide) pixels, or cannot be read"
    case .greyPreview: "its preview is grey"
    case .fewPixels: "too little of the picture is neither black nor overexposed"
    case .anotherPicture(let correlation):
      "its preview does not show the same picture (correlation \((correlation * 100).rounded() / 100))"
    case .notBetter: "no curve and saturation come nearer to its preview"
    case .unreadable: "its pixels cannot be read"
    }
  }

  /// Whether the file has a preview that should have been usable.
  package var isSurprising: Bool {
    switch self {
    case .anotherPicture, .notBetter: true
    default: false
    }
  }
}
