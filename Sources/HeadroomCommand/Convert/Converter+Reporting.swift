internal import Foundation
internal import Headroom

/// What the command says of a conversion, before and after.
extension Converter {
  /// What would be written.
  func describe(_ task: ConversionTask, _ plan: RenditionPlan) -> String {
    "headroom: would write \(task.output.path): \(form(task, plan))"
  }

  /// What was written, for `--verbose`.
  ///
  /// - Parameter seconds: what it took.
  func account(_ task: ConversionTask, _ writer: ConversionWriter, seconds: Double) throws(CommandError) -> String {
    let size = try writer.filters.resultSize(of: writer.input, shaped: writer.geometry)
    var parts = [form(task, writer.plan), "\(size.width)x\(size.height)"]
    let options = try writer.encodeOptions(pixels: size.width * size.height)
    if task.format.isLossy, !options.isLossless, encoding.targetSize == nil {
      parts.append("quality \(ShortNumber.text(options.quality))")
    }
    if let bytes = task.output.byteCount { parts.append(ByteAmount.text(bytes)) }
    parts.append("\((seconds * 100).rounded() / 100) s")
    return "headroom: \(task.input) -> \(task.output.path): \(parts.joined(separator: ", "))"
  }

  private func form(_ task: ConversionTask, _ plan: RenditionPlan) -> String {
    let name =
      switch plan.rendition {
      case .sdr: "SDR"
      case .isoHDR: "HDR"
      case .adaptive: "base with gain map"
      case .float: "linear light"
      }
    let space = plan.encoding.name ?? "the input's colour space"
    let depth = plan.depth.integerBits.map { "\($0) bit" } ?? plan.depth.rawValue
    return "\(task.format.name), \(name), \(space), \(depth)"
  }
}
