internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "How much two pictures differ, to an observer of an HDR display.",
    discussion: """
      headroom compare photo.jpg photo.png
      headroom compare master.png delivery.jpg --headroom 2 --json

      Delta E ITP (BT.2124; 1 is about one just noticeable difference), PU21-PSNR in dB of R, G and B with the code of \
      10000 cd/m² as peak, PU21-SSIM of luminance, and the largest error of a component in cd/m². Both are compared \
      upright, for a display of the given headroom; their sizes must be the same.
      """)

  @Argument(help: "The reference.", completion: .file())
  var reference: String

  @Argument(help: "What is compared with it.", completion: .file())
  var candidate: String

  @Option(
    help: ArgumentHelp("Headroom of the display both are decoded for; inf is all there is."),
    transform: HeadroomValue.init(parsing:))
  var headroom: HeadroomValue?

  @Flag(help: "The numbers as JSON; null for the PSNR of equal pictures.")
  var json = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let inputs = try [reference, candidate].map { try PictureSource(path: $0, common.resources) }
    let comparison = PictureComparison(reference: inputs[0], candidate: inputs[1], headroom: headroom?.ratio)
    let difference = try comparison.difference(PictureRenderer(common.resources))
    try StandardStreams.print(json ? comparison.report(difference).description : text(difference))
  }

  private func text(_ difference: PictureDifference) -> String {
    func short(_ value: Double) -> String { ShortNumber.text(value) }
    return """
      delta E ITP   mean \(short(difference.deltaEMean)), 95 % \(short(difference.deltaE95)), \
      99 % \(short(difference.deltaE99)), max \(short(difference.deltaEMax))
      PU21-PSNR     \(difference.psnr.isFinite ? "\(short(difference.psnr)) dB" : "equal")
      PU21-SSIM     \(short(difference.ssim))
      largest error \(short(difference.maxErrorNits)) cd/m²
      """
  }
}
