internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImage
internal import HeadroomPixels
internal import HeadroomSymbols
internal import Synchronization

/// Values that are estimated once from a file's pixels and serve all its renditions.
final class RAWEstimates: Sendable {
  let whites = EstimateSlot<ShotWhite>()
  let edges = EstimateSlot<Chromaticity?>()
  let looks = EstimateSlot<CameraLookOutcome>()
  /// Headrooms by all settings.
  let headrooms = Mutex<[RAWSettings: Float]>([:])
  /// The most settings that are remembered: a slider produces new ones all the time.
  static let mostHeadrooms = 16
}

/// A value estimated from a file's pixels, one for each way of rendering them.
final class EstimateSlot<Value: Sendable>: Sendable {
  private let known = Mutex<[RAWEstimateOptions: Value]>([:])

  /// A value from a cancelled render is not stored.
  func value(_ options: RAWEstimateOptions, find: () -> Value) -> Value {
    if let found = known.withLock({ $0[options] }) { return found }
    // Outside the lock, because it renders. A second caller finds the same value.
    let value = find()
    if !TaskContext.isCancelled { known.withLock { $0[options] = value } }
    return value
  }
}

extension RAWPicture {
  // MARK: White

  /// The white of the shot: the file's, otherwise an estimate.
  func shotWhite(_ options: RAWEstimateOptions) -> ShotWhite {
    guard let color, header.asShotWhite == .unknown else { return ShotWhite(balance: stated, source: .file) }
    return estimates.whites.value(options) {
      let (white, source) = estimatedWhite(options, color)
      guard let balance = try? color.balance(for: white) else { return ShotWhite(balance: stated, source: .daylight) }
      return ShotWhite(balance: balance, source: source)
    }
  }

  private func estimatedWhite(_ options: RAWEstimateOptions, _ color: CameraColorModel) -> (
    Chromaticity, ShotWhiteSource
  ) {
    guard let views = try? RAWViews(options.recipe(of: self), color) else {
      return (CameraColorModel.daylight, .daylight)
    }
    if let white = whiteOfPreview(views, color) { return (white, .preview) }
    guard let white = WhiteEstimate(color).whiteOfEdges(views.camera, isClipped: views.isClipped) else {
      return (CameraColorModel.daylight, .daylight)
    }
    return (white, .picture)
  }

  private func whiteOfPreview(_ views: RAWViews, _ color: CameraColorModel) -> Chromaticity? {
    guard let stated, let preview = try? RAWPreviewLight(header, limits: limits),
      let light = views.preview(preview, stated)
    else { return nil }
    return WhiteEstimate(color).white(from: views.matched(light, preview.primaries, views.camera))
  }

  /// The light estimated from the picture's edges, whatever the file states; nil for a monochrome sensor, for a picture
  /// without edges, and where the pixels cannot be read.
  func whiteOfEdges(_ options: RAWEstimateOptions) -> Chromaticity? {
    guard let color else { return nil }
    return estimates.edges.value(options) {
      guard let views = try? RAWViews(options.recipe(of: self), color) else { return nil }
      return WhiteEstimate(color).whiteOfEdges(views.camera, isClipped: views.isClipped)
    }
  }

  // MARK: Look

  /// The look of the camera's preview, under the white of the shot, as far as it can be found.
  func cameraLook(_ options: RAWEstimateOptions) -> CameraLookOutcome {
    estimates.looks.value(options) {
      do throws(RAWPreviewLight.Failure) {
        return try foundLook(options)
      } catch {
        return .neutral(error.reason)
      }
    }
  }

  private func foundLook(_ options: RAWEstimateOptions) throws(RAWPreviewLight.Failure) -> CameraLookOutcome {
    guard let color, let balance = shotWhite(options).balance else { return .neutral(.monochrome) }
    let preview = try RAWPreviewLight(header, limits: limits)
    guard let views = try? RAWViews(options.recipe(of: self), color) else { return .neutral(.unreadable) }
    guard let light = views.preview(preview, balance) else { return .neutral(.anotherPicture(correlation: 0)) }
    let scene = views.scene(balance)
    let matched = views.matched(light, preview.primaries, scene)
    let fit = CameraLookFit(matched, scene: RAWRecipe.encoding.primaries) {
      views.developed($0, balance, nil, as: preview.primaries)
    }
    guard let look = fit?.look() else { return .neutral(.fewPixels) }
    let match = CameraLookMatch(look, matched) { views.developed(scene, balance, $0, as: preview.primaries) }
    guard match.isAligned else { return .neutral(.anotherPicture(correlation: match.correlation)) }
    return match.isBetter ? .matched(match) : .neutral(.notBetter)
  }

  // MARK: Headroom

  /// The largest light of a recipe's picture, 1 ... `bound`; the bound where its pixels cannot be read.
  func headroom(of recipe: RAWRecipe, below bound: Float) -> Float {
    if let found = estimates.headrooms.withLock({ $0[recipe.settings] }) { return found }
    guard let peak = recipe.measuredPeak() else { return bound }
    let headroom = min(max(peak, 1), bound)
    estimates.headrooms.withLock { known in
      if known.count >= RAWEstimates.mostHeadrooms { known.removeAll() }
      known[recipe.settings] = headroom
    }
    return headroom
  }
}
