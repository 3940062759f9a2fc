import HeadroomImageIO
import HeadroomPictures
import Testing

/// What becomes of an alpha channel: a row for each case.
@Suite("Alpha on the way into a file")
struct AlphaPolicyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: AlphaPolicy
    let decision: AlphaPolicy.Decision

    init(
      _ name: String, _ decision: AlphaPolicy.Decision, _ use: AlphaUse,
      _ change: (inout AlphaPolicy) -> Void = { _ in }
    ) {
      var policy = AlphaPolicy(use: use)
      change(&policy)
      (testDescription, self.policy, self.decision) = (name, policy, decision)
    }
  }

  static let rows = [
    Row("what is partly transparent stays", .keep, .partial),
    Row("also where the target has none: it is put on a ground", .keep, .partial) { $0.targetHoldsAlpha = false },
    Row("1 everywhere says nothing", .drop, .opaque),
    Row("but pixels that stay as they are keep it", .keep, .opaque) { $0.keepsPixels = true },
    Row("there is none to drop from a target without", .keep, .opaque) { $0.targetHoldsAlpha = false },
    Row("integers that are transparent everywhere are meant to be", .keep, .unwritten),
    Row("unless the target has none", .ignore, .unwritten) { $0.targetHoldsAlpha = false },
    Row("floats with colours beside an alpha of 0 were never given one", .ignore, .unwritten) {
      $0.isFloatingPoint = true
    },
    Row("straight floats stay whole where they are copied without loss", .keep, .unwritten) {
      ($0.isFloatingPoint, $0.keepsPixels) = (true, true)
    },
    Row("but not through a codec with loss", .ignore, .unwritten) {
      ($0.isFloatingPoint, $0.keepsPixels, $0.isExact) = (true, true, false)
    },
    Row("nor where the target multiplies them", .ignore, .unwritten) {
      ($0.isFloatingPoint, $0.keepsPixels, $0.targetHoldsLightWithoutAlpha) = (true, true, true)
    },
    Row("multiplied light is hidden by straight alpha", .ignore, .unwritten) {
      ($0.isFloatingPoint, $0.isPremultiplied) = (true, true)
    },
    Row("and kept as light where the target stores light", .keep, .unwritten) {
      ($0.isFloatingPoint, $0.isPremultiplied, $0.targetHoldsLightWithoutAlpha) = (true, true, true)
      $0.writesLight = true
    },
    Row("but not where something else than light is written", .ignore, .unwritten) {
      ($0.isFloatingPoint, $0.isPremultiplied, $0.targetHoldsLightWithoutAlpha) = (true, true, true)
    },
  ]

  @Test("follows from its use, its form and the target", arguments: rows)
  func decides(_ row: Row) { #expect(row.policy.decision == row.decision) }
}
