internal import HeadroomKernelLanguage

/// Finds positions at the same integer distance from every pixel: reading there amounts to reading a shifted row.
struct OffsetFinder {
  private var origins: [KernelIR.Value: (Operation, [KernelIR.Value])] = [:]
  private let ir: KernelIR

  init(_ ir: KernelIR) {
    self.ir = ir
    visit(ir.body)
  }

  private mutating func visit(_ region: KernelIR.Region) {
    region.visit { instruction in
      if case .compute(let result, let operation, let operands) = instruction {
        origins[result] = (operation, operands)
      }
    }
  }

  /// The distance along an axis, or nil. Sums of integers and pixel centres have no rounding.
  func offset(of value: KernelIR.Value, axis: Int, depth: Int = 0) -> Int? {
    guard depth < 16, let (operation, operands) = origins[value] else { return nil }
    switch operation {
    case .destination(axis): return 0
    case .fadd:
      if let known = whole(operands[1]), let rest = offset(of: operands[0], axis: axis, depth: depth + 1) {
        return bounded(rest + known)
      }
      guard let known = whole(operands[0]), let rest = offset(of: operands[1], axis: axis, depth: depth + 1) else {
        return nil
      }
      return bounded(rest + known)
    case .fsub:
      guard let known = whole(operands[1]), let rest = offset(of: operands[0], axis: axis, depth: depth + 1) else {
        return nil
      }
      return bounded(rest - known)
    default: return nil
    }
  }

  private func whole(_ value: KernelIR.Value) -> Int? {
    guard let bits = ir.info(value).constant else { return nil }
    let number = Float(bitPattern: bits)
    return abs(number) <= Self.furthest && number == number.rounded() ? Int(number) : nil
  }

  private func bounded(_ offset: Int) -> Int? { abs(offset) <= Int(Self.furthest) ? offset : nil }

  /// Further away, a window of rows costs more memory than reading positions one by one.
  private static let furthest: Float = 256
}

/// An integer distance at which an image is read.
package struct RowShift: Hashable, Sendable {
  package let image: Int
  package let dx: Int
  package let dy: Int
}
