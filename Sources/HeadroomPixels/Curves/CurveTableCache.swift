package import HeadroomColor
internal import Synchronization

/// Tables of transfer functions and tone curves, made on first use.
///
/// Holds a bounded number, because every file can bring new curves and a slider brings one for each position. The least
/// recently used table is dropped first, so those that every frame uses stay.
package final class CurveTableCache: Sendable {
  /// The cache for callers without a context.
  package static let shared = CurveTableCache()

  fileprivate enum Key: Hashable {
    case decode(TransferFunction, codeCount: Int)
    case encode(TransferFunction)
    case tone(ToneCurve)
    case pieces(TransferFunction)
  }

  fileprivate struct State {
    var tables: [Key: any Sendable] = [:]
    // Least recently used first.
    var order: [Key] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: tables that are kept.
  package init(limit: Int = 48) { self.limit = max(limit, 1) }

  /// The light of every code.
  package func decodeTable(for function: TransferFunction, codeCount: Int) -> DecodeTable {
    table(.decode(function, codeCount: codeCount)) { DecodeTable(codeCount: codeCount, decoding: function) }
  }

  /// The light of every code of a bitmap; nil where codes are not signals: for linear light, floats, and Y'CbCr.
  package func decodeTable(for function: TransferFunction, codesOf bitmap: PixelBitmap) -> DecodeTable? {
    guard function != .linear, !bitmap.format.isYCbCr, let codes = bitmap.format.codeCount else { return nil }
    return decodeTable(for: function, codeCount: codes)
  }

  /// Light to signal.
  package func encodeTable(for function: TransferFunction) -> CurveTable {
    table(.encode(function)) { CurveTable(encoding: function) }
  }

  /// Light to light.
  func toneTable(for curve: ToneCurve, make: () -> CurveTable) -> CurveTable { table(.tone(curve), make: make) }

  /// Signals of codes to light; nil where no curve is off by less than a tenth of a code of that depth.
  func pieceCurve(decoding function: TransferFunction, bitDepth: Int) -> PieceCurve? {
    guard bitDepth <= 12 else { return nil }
    let curve = table(.pieces(function)) { MadeCurve(curve: .decoding(function)) }.curve
    // Of narrow range.
    return curve.flatMap { $0.worstError <= 0.1 / Double(219 << (bitDepth - 8)) ? $0 : nil }
  }

  /// Forgets all tables; those in use stay alive with their users.
  package func removeAll() { state.withLock { $0 = State() } }

  private func table<Table: Sendable>(_ key: Key, make: () -> Table) -> Table {
    if let known = state.withLock({ $0.use(key) }) as? Table { return known }
    // Made outside the lock: a table takes milliseconds, and a second copy does no harm.
    let made = make()
    TableCount.note()
    state.withLock { $0.insert(made, key, limit) }
    return made
  }
}

/// What making a curve led to: functions without one are remembered too.
private struct MadeCurve: Sendable {
  let curve: PieceCurve?
}

extension CurveTableCache.State {
  fileprivate mutating func use(_ key: CurveTableCache.Key) -> (any Sendable)? {
    guard let table = tables[key] else { return nil }
    if order.last != key, let index = order.firstIndex(of: key) {
      order.remove(at: index)
      order.append(key)
    }
    return table
  }

  fileprivate mutating func insert(_ table: any Sendable, _ key: CurveTableCache.Key, _ limit: Int) {
    if tables.updateValue(table, forKey: key) == nil { order.append(key) }
    while order.count > limit { tables[order.removeFirst()] = nil }
  }
}
