package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// Rows of a file that may become shorter while they are read: every read checks for it.
package final class TruncationCheckedRows: StillRowSource {
  private let rows: any StillRowSource
  private let bytes: FileBytes

  package init(_ rows: any StillRowSource, of bytes: FileBytes) {
    self.rows = rows
    self.bytes = bytes
  }

  package var width: Int { rows.width }
  package var height: Int { rows.height }
  package var format: PixelFormat { rows.format }
  package var alpha: AlphaMode { rows.alpha }
  package var encoding: ColorEncoding { rows.encoding }
  package var rowGroup: Int { rows.rowGroup }
  package var gainMap: GainMapImage? { rows.gainMap }
  package var warnings: [String] { rows.warnings }
  package var isPartial: Bool { rows.isPartial }

  package func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    try bytes.reading { () throws(ImageIOError) in try rows.read(count, into: bitmap, row: row) }
  }
}
