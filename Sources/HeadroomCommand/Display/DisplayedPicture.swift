internal import Headroom

/// A picture as the light that a display emits for it.
struct DisplayedPicture {
  /// Linear light in extended linear sRGB, 1.0 = the display's SDR white.
  let light: CIImage

  init(_ input: InputPicture, _ simulation: LayerSimulation, common: CommonOptions) throws(CommandError) {
    let image = input.image(headroom: .infinity)
    let headroom = Double(image.contentHeadroom)
    // SDR keeps its own primaries and range: nothing in it is beyond any display.
    let isSDR = headroom == 1 && input.info.kind == .sdr
    let encoding =
      isSDR
      ? ColorEncoding(primaries: input.info.encoding.primaries, transfer: .linear) : .extendedLinearSRGB
    let bitmap = try PictureRenderer(common: common).render(
      image, format: .rgbaFloat, encoding: encoding, file: input.path)
    do throws(PixelError) {
      light = CIImage(
        cgImage: try simulation.emission(of: bitmap, encoding: encoding, contentHeadroom: headroom))
    } catch {
      throw CommandError(error, file: input.path)
    }
  }
}
