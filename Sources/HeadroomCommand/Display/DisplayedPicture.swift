internal import Headroom
internal import HeadroomPictures

/// A picture as the light that a display emits for it.
struct DisplayedPicture {
  /// 1.0 = the display's SDR white.
  let light: CIImage

  /// A gain map defines what a display of some headroom shows: if tones are mapped, it is weighted for that, as in
  /// image views and browsers. All other light goes through the layer.
  ///
  /// - Parameter primaries: those of the display, in which components are clipped at the headroom.
  init(
    _ input: PictureSource, _ simulation: LayerSimulation, primaries: ColorPrimaries, common: CommonOptions
  ) throws(PictureError) {
    let isWeighted = simulation.weights(gainMap: input.hasGainMap)
    let image = input.image(headroom: isWeighted ? simulation.headroom : .infinity)
    let stated = Double(image.contentHeadroom)
    // SDR keeps its own primaries and range: it fits any display.
    let isSDR = stated == 1 && input.info.kind == .sdr
    let needsCurve = simulation.kind == .core && !isWeighted && !isSDR && simulation.headroom.isFinite
    let content =
      needsCurve
      ? try LayerSimulation.contentHeadroom(stated: stated) { () throws(PictureError) in
        try PictureRenderer(common.resources).light(image, file: input.name).contentHeadroom
      } : stated
    let shown =
      isSDR
      ? image
      : simulation.shown(image, contentHeadroom: content, isWeighted: isWeighted, primaries: primaries)
    light = shown.isOpaque ? shown : shown.composited(over: CIImage.black.cropped(to: shown.extent))
  }
}
