internal import Foundation
package import HeadroomColor
package import HeadroomGraphics
package import HeadroomPixels

/// A render, worked out but not run: steps in dependency order over a list of sources.
///
/// A plan is independent of threads, tiles and memory; it can be printed, kept, and run again with new source frames.
package struct RenderPlan: Sendable {
  package enum StepKind: Sendable {
    /// A fused chain on one pixel grid.
    case span(SpanProgram)
    /// A resampling of the input step at computed positions.
    case warp(any WarpOperation, Sampling, input: Int)
    /// Quarter turns and flips: pixels move, values stay.
    case orthogonal(CGAffineTransform, input: Int)
    case area(any AreaOperation, inputs: [Int])
    case processor(any ProcessorOperation, inputs: [Int])
    case reduction(any ReductionOperation, input: Int)
  }

  package struct Step: Sendable {
    package var kind: StepKind
    /// Outside, the step's pixels are transparent.
    package var extent: PixelRect
    /// Kept whole in memory: computed once, before the steps that read it.
    package var isMaterialised = false
    /// Whether its pixels are rounded to half precision, and take half the memory where they are kept. Follows from the shape
    /// of the recipe, never from whether the step is kept, so that bits do not depend on it.
    package var isHalf = false
    /// The part that readers need.
    package var needed = PixelRegion()
    /// The rectangle around ``needed``.
    package var region = PixelRect.empty
    /// The key under which its pixels are kept from render to render; nil for pixels that are freed with this one.
    package var key: StepKey?
    /// Whether its pixels are present from an earlier render: nothing that only it reads is needed.
    package var isAvailable = false
    /// The part of its pixels that is present from the band above, in a render by bands; empty where it is not kept.
    package var held = PixelRect.empty
  }

  /// A value that has to be measured before the render: the content headroom of a step over a region.
  package struct Measurement: Sendable {
    package var step: Int
    package var region: PixelRect
    /// Whether anything that is still to be computed needs it.
    package var isNeeded = true
  }

  /// Outputs over one region: one program, so that they share what they have in common.
  package struct Output: Sendable {
    /// From steps and sources to the outputs' numbers.
    package var program: SpanProgram
    package var region: PixelRect
    /// Their places among the plan's destinations, in the order of the program's results.
    package var places: [Int]
  }

  package var sources: [any SourceOperation] = []
  /// The places of their nodes in the order of the recipe.
  package var sourcePlaces: [Int] = []
  package var steps: [Step] = []
  package var measurements: [Measurement] = []
  /// One for each region. Shared steps are computed once if they are stored.
  package var outputs: [Output] = []
  package var workingSpace: WorkingSpace
  /// The numbers that each output stores.
  package var destinations: [PlanDestination]
}

/// The numbers a plan ends in.
package struct PlanDestination: Hashable, Sendable {
  /// The destination's space; nil leaves working-space numbers.
  package var encoding: ColorEncoding?
  /// Whether the stored colour is multiplied by alpha.
  package var isPremultiplied: Bool
  /// Projects colours outside the destination's gamut along constant luminance to this peak; nil leaves them to the
  /// destination format's clamp. Above 1, for HDR, only brightness is limited: floats hold colours outside their gamut,
  /// and PQ and HLG clip them.
  package var gamutPeak: Double?
  /// Whether alpha is thrown away: colour is then stored over black.
  package var isOpaque: Bool

  package init(
    encoding: ColorEncoding?, isPremultiplied: Bool = true, gamutPeak: Double? = nil, isOpaque: Bool = false
  ) {
    self.encoding = encoding
    self.isPremultiplied = isPremultiplied
    self.gamutPeak = gamutPeak
    self.isOpaque = isOpaque
  }

  /// The stage that brings light below ``gamutPeak``, in the destination's primaries.
  var gamutStage: ColorStage? {
    guard let gamutPeak, let encoding, encoding.model == .rgb else { return nil }
    if gamutPeak > 1 { return .limit(peak: gamutPeak) }
    return .project(weights: encoding.primaries.luminanceWeights, peak: gamutPeak)
  }
}

/// A request to a plan: a region of a picture, and the kind of numbers.
package struct PlanOutput {
  package var node: RecipeNode
  package var region: PixelRect
  package var destination: PlanDestination

  package init(node: RecipeNode, region: PixelRect, destination: PlanDestination) {
    (self.node, self.region, self.destination) = (node, region, destination)
  }
}

extension RenderPlan.Step {
  /// The rectangles of a kept step. Packed pixels and those kept for other renders are one rectangle, because they are
  /// looked up as one.
  var storedRects: [PixelRect] { isHalf || key != nil ? [region] : needed.rects }

  /// The parts of them that are still to be computed.
  var missingRects: [PixelRect] { storedRects.flatMap { $0.parts(outside: held) } }
}

extension RenderPlan.StepKind {
  /// The steps whose pixels this one reads, place by place or as a whole.
  package var inputs: [Int] {
    switch self {
    case .span(let program): return program.stepInputs + program.parameterSteps
    case .area(_, let inputs), .processor(_, let inputs): return inputs
    case .warp(_, _, let input), .orthogonal(_, let input), .reduction(_, let input): return [input]
    }
  }

  /// Whether all of it is computed at once, before any step that reads it.
  package var isWhole: Bool {
    switch self {
    case .reduction, .processor: true
    case .span, .warp, .orthogonal, .area: false
    }
  }

  /// Whether all of its extent is computed, whatever is needed of it.
  var needsExtent: Bool {
    if case .processor(let operation, _) = self { return !operation.computesParts }
    return isWhole
  }
}

extension RenderPlan {
  /// How many steps and outputs read each step.
  var readerCounts: [Int] {
    var readers = [Int](repeating: 0, count: steps.count)
    for step in steps { for input in step.kind.inputs { readers[input] += 1 } }
    for output in outputs { for input in output.program.stepInputs { readers[input] += 1 } }
    return readers
  }

  /// Whether a step needs all of its input before anything else can be computed.
  var needsWholePictures: Bool {
    steps.contains { $0.kind.isWhole } || outputs.contains { !$0.program.parameterSteps.isEmpty }
  }

  /// The union of all outputs' regions.
  package var region: PixelRect { outputs.reduce(.empty) { $0.union($1.region) } }
}
