internal import Headroom

/// A picture as the light that a display emits for it.
struct DisplayedPicture {
  /// Linear light in extended linear sRGB, 1.0 = the display's SDR white.
  let light: CIImage

  /// A gain map says itself what a display of some headroom shows: where tones are mapped it is weighted for that, as image views
  /// and browsers do it. All other light goes through the layer.
  ///
  /// - Parameter primaries: those of the display: what a component of theirs has above the headroom is cut.
  init(
    _ input: InputPicture, _ simulation: LayerSimulation, primaries: ColorPrimaries, common: CommonOptions
  ) throws(CommandError) {
    let isWeighted = simulation.kind == .core && input.hasGainMap
    let image = input.image(headroom: isWeighted ? simulation.headroom : .infinity)
    let headroom = Double(image.contentHeadroom)
    // SDR keeps its own primaries and range: nothing in it is beyond any display.
    let isSDR = headroom == 1 && input.info.kind == .sdr
    let encoding =
      isSDR
      ? ColorEncoding(primaries: input.info.encoding.primaries, transfer: .linear)
      : ColorEncoding(primaries: primaries, transfer: .linear, isExtended: true)
    let bitmap = try PictureRenderer(common: common).render(
      image, format: .rgbaFloat, encoding: encoding, file: input.path)
    do throws(PixelError) {
      light = CIImage(
        cgImage: try simulation.emission(
          of: bitmap, encoding: encoding, contentHeadroom: isWeighted ? simulation.headroom : headroom))
    } catch {
      throw CommandError(error, file: input.path)
    }
  }
}
