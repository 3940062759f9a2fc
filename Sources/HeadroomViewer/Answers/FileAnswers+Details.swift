internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImageIO

extension FileAnswers {
  /// The information that the page needs to show a file.
  func details() throws -> ViewerResponse {
    let info = file.info
    let form = BrowserForm(info, size: file.size)
    let stops = info.gainMap?.formula.baseHeadroomStops
    return ViewerResponse([
      "schema": 1, "id": .string(entry.id), "v": .string(entry.version), "name": .string(entry.name),
      "width": .integer(size.width), "height": .integer(size.height), "format": .string(info.format),
      "kind": .string(info.kind.rawValue),
      "contentHeadroom": .number(orNull: try statedHeadroom()),
      "baseHeadroom": .number(orNull: stops.map { exp2($0) } ?? (info.kind == .sdr ? 1 : nil)),
      "referenceWhite": .number(ReferenceWhite.nits), "layers": .array(file.layers.map { .string($0.name) }),
      "browser": [
        "original": .bool(form == .original),
        "type": .string(orNull: ImageFormats.named(info.format)?.mimeType),
      ],
    ])
  }

  /// The command's whole report.
  func report() throws -> ViewerResponse {
    let picture = FileReports.NamedPicture(name: entry.name, picture: file.picture())
    return ViewerResponse("application/json", Array(try services.reports.report(on: picture).utf8))
  }
}
