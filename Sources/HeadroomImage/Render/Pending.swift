internal import Foundation
// Stand-ins until the row kernels, the gain map applier and pixel buffers land; removed with them.
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

package final class DecodeTable: Sendable { var pointer: UnsafePointer<Float> { fatalError() } }
package final class CurveTables: Sendable {
  static let shared = CurveTables()
  func decodeTable(_ f: TransferFunction, codeCount: Int) -> DecodeTable { fatalError() }
  func gainTable(of: ToneCurve) -> Int { 0 }
}
enum TransferRow {
  static func decode(_ f: TransferFunction, _ rows: RowPointers, count: Int) {}
  static func encode(_ f: TransferFunction, _ rows: RowPointers, count: Int) {}
}
enum HLGRow {
  static func display(_ f: HLGSystem, _ rows: RowPointers, count: Int) {}
  static func scene(_ f: HLGSystem, _ rows: RowPointers, count: Int) {}
}
enum AlphaRow {
  static func premultiply(_ rows: RowPointers, count: Int) {}
  static func unpremultiply(_ rows: RowPointers, count: Int) {}
}
enum GainRow { static func apply(_ t: Int, _ rows: RowPointers, count: Int, limit: Float) {} }
func cbrtFast(_ x: Float) -> Float { x }
