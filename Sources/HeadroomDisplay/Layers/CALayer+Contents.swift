internal import Foundation
internal import HeadroomColor
package import HeadroomGraphics
internal import HeadroomPixels

extension CALayer {
  /// The light of ``contents``; nil where they show nothing.
  func contentsPicture(on state: DisplayState) -> LayerPicture? {
    guard let contents = LayerContents(contents) else { return nil }
    return picture(of: isOpaque ? contents.opaque : contents, on: state)
  }

  private func picture(of contents: LayerContents, on state: DisplayState) -> LayerPicture? {
    if let drawn = drawnByEXRGamma(contents, on: state) { return drawn }
    return try? path(of: contents, on: state).picture()
  }

  private func path(of contents: LayerContents, on state: DisplayState) -> EmissionPath {
    path(of: contents, on: state) { path, target in
      if toneMapMode != .never { mapTones(of: &path, to: target, on: state) }
    }
  }

  /// The path from contents to light: unchanged without headroom, otherwise limited to the layer's share of the
  /// screen's headroom.
  ///
  /// - Parameter mapTones: brings light to a headroom, unless a reference mode shows it unchanged.
  func path(
    of contents: LayerContents, on state: DisplayState, mapTones: (inout EmissionPath, Double) -> Void
  ) -> EmissionPath {
    var path = EmissionPath(contents)
    guard contents.canExceedWhite else { return path }
    let target = headroom(on: state)
    path.limit = target
    if state.isReference {
      path.scales.before = state.referencePlacement(of: contents.encoding)
    } else {
      mapTones(&path, target)
    }
    return path
  }

  private func mapTones(of path: inout EmissionPath, to target: Double, on state: DisplayState) {
    let contents = path.contents
    let isITU = contentToneMappingInfo == .ituRecommended
    if isITU, contents.encoding.transfer == .hlg {
      path.hlgDisplay = state.hlgSystem(headroom: target, encoding: contents.encoding)
    } else if contentToneMappingInfo != .none {
      path.toneMap = LightTone(
        ToneCurve(
          operator: isITU ? .bt2390 : .rwtmo, contentHeadroom: contentHeadroom(of: contents), targetHeadroom: target))
    }
  }

  /// Draws with the one operator that only Core Graphics has; nil for other operators, or if nothing needs mapping.
  private func drawnByEXRGamma(_ contents: LayerContents, on state: DisplayState) -> LayerPicture? {
    guard case .exrGamma = contentToneMappingInfo, contents.canExceedWhite, toneMapMode != .never, !state.isReference
    else { return nil }
    let (width, height) = (contents.bitmap.width, contents.bitmap.height)
    guard let canvas = LayerCanvas(width: width, height: height) else { return nil }
    canvas.context.setEDRTargetHeadroom(Float(headroom(on: state)))
    canvas.context.contentToneMappingInfo = contentToneMappingInfo
    let image = CGImage(
      bitmap: contents.bitmap, colorSpace: CGColorSpace(encoding: contents.encoding),
      contentHeadroom: Float(contentHeadroom(of: contents)))
    canvas.context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    return canvas.picture
  }
}

extension DisplayState {
  /// The factor that shows PQ and HLG at their luminance, where a reference mode guarantees that: 203 cd/m² is decoded
  /// as 1.0.
  func referencePlacement(of encoding: ColorEncoding) -> Float {
    guard encoding.transfer.isHDR, let white = whiteLuminance, white > 0 else { return 1 }
    return Float(ReferenceWhite.nits / white)
  }

  /// The system with which HLG is shown at a headroom, in light whose 1.0 is the screen's SDR white.
  ///
  /// HLG has no light above its nominal peak, which is 1000/203 of reference white: a screen with more headroom uses
  /// only that. The gamma is BT.2390's for the luminance of the peak, which is BT.2100's 1.2 at 1000 cd/m².
  func hlgSystem(headroom: Double, encoding: ColorEncoding, surroundNits: Double = 5) -> HLGSystem {
    let peak = min(headroom, ReferenceWhite.defaultHeadroom)
    let luminance = peak * (whiteLuminance ?? ReferenceWhite.nits)
    return HLGSystem(
      peakNits: peak * ReferenceWhite.nits,
      gamma: HLGSystem.extendedSystemGamma(peakNits: max(luminance, 1), surroundNits: max(surroundNits, 0.01)),
      weights: encoding.hlgSystem.weights)
  }
}

extension CALayer {
  /// The light that a screen emits for the layer and its sublayers: RGBA float32 in extended linear sRGB, 1.0 = the
  /// screen's SDR white, row 0 on top, alpha 1; one pixel for each of the contents if the layer has no sublayers. Nil
  /// where nothing is shown.
  package func emission(on state: DisplayState) -> CGImage? { LayerComposition(state: state).emission(of: self) }
}
