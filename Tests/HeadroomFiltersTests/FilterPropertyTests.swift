import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// What every filter must keep to: one loop over the registry each, so that a new filter is tested without a new line.
@Suite struct FilterPropertyTests {
  /// Filters whose result is not made of the input's light.
  private static let countsInsteadOfColors: Set = [
    "CIAreaLogarithmicHistogram", "CIAreaBoundsRed", "CIConvertLabToRGB",
  ]
  /// Filters whose result is a difference, nothing where the input is flat.
  private static let differences: Set = [
    "CIMorphologyGradient", "CIEdges", "CISobelGradients", "CIGaborGradients",
    "CICannyEdgeDetector",
  ]

  /// Where a constant picture is seen in the middle of the result.
  private static let places: [String: [String: [CGFloat]]] = [
    "CICircularWrap": ["inputRadius": [0]], "CIHoleDistortion": ["inputRadius": [1]],
    "CIPointillize": ["inputRadius": [1]], "CIFlashTransition": ["inputTime": [0]],
    "CIDroste": ["inputInsetPoint0": [20, 20], "inputInsetPoint1": [40, 40]],
  ]

  /// Filters whose attributes name identities at which their formulas change the picture all the same.
  private static let withoutNeutralValues: Set = [
    "CIColorPosterize", "CIEdges", "CIHeightFieldFromMask", "CILineOverlay",
  ]

  @Test func `parameters at their neutral values change nothing`() throws {
    let picture = TestPicture.random(width: 23, height: 17, seed: 1, -0.5...4, isOpaque: false)
    for entry in FilterRegistry.builtIn where !entry.inputs.isEmpty && entry.imageKeys == [kCIInputImageKey] {
      if Self.withoutNeutralValues.contains(entry.name) { continue }
      guard entry.inputs.allSatisfy({ $0.identity != nil }) else { continue }
      let filter = entry.makeFilter()
      let image = picture.image
      filter.setValue(image, forKey: kCIInputImageKey)
      for input in entry.inputs { filter.setValue(input.identity?.keyed, forKey: input.key) }
      let output = try #require(filter.outputImage, "\(entry.name)")
      if output === image { continue }
      // Where the extent changes the image cannot be the same object, but its pixels are.
      #expect(output.extent != image.extent, "\(entry.name) does not return its input")
      let rendered = try TestPicture.render(output, picture.rect)
      #expect(rendered == picture, "\(entry.name)")
    }
  }

  @Test func `finite pixels stay finite`() throws {
    for sample in try FilterSamples.all(range: -0.5...16, width: 29, height: 21) {
      let rendered = try TestPicture.render(sample.output, .window(of: sample.output.extent).core)
      #expect(rendered.pixels.allSatisfy { $0.isFinite }, "\(sample)")
    }
  }

  @Test func `alpha stays within 0 and 1`() throws {
    for sample in try FilterSamples.all(range: -0.5...4, width: 29, height: 21) {
      let rendered = try TestPicture.render(sample.output, .window(of: sample.output.extent).core)
      let alphas = stride(from: 3, to: rendered.pixels.count, by: 4).map { rendered.pixels[$0] }
      #expect(alphas.allSatisfy { $0 >= 0 && $0 <= 1.000001 }, "\(sample)")
    }
  }

  @Test func `filters marked for high dynamic range do not clamp`() throws {
    for entry in FilterRegistry.builtIn where entry.isHDR && !entry.imageKeys.isEmpty {
      if Self.countsInsteadOfColors.union(Self.differences).contains(entry.name) { continue }
      for value in [4.0, -0.5] as [CGFloat] {
        // Half way to white.
        if entry.name == "CISpotColor", value < 0 { continue }
        let filter = entry.makeFilter()
        let linear = CGColorSpace(encoding: .extendedLinearSRGB)
        let light = try #require(CIColor(red: value, green: value, blue: value, colorSpace: linear))
        // Sliders well up, so that tone mapping has room for the value.
        for input in entry.inputs {
          if let slider = input.slider {
            filter.setValue(0.25 * slider.lowerBound + 0.75 * slider.upperBound, forKey: input.key)
          }
          if let example = input.example { filter.setValue(example, forKey: input.key) }
          if input.type == .rectangle { filter.setValue(CIVector([0, 0, 64, 64]), forKey: input.key) }
          if input.key == kCIInputExtrapolateKey { filter.setValue(true, forKey: input.key) }
        }
        for (key, place) in Self.places[entry.name] ?? [:] {
          filter.setValue(place.count == 1 ? place[0] : CIVector(place), forKey: key)
        }
        let constant = CIImage(color: light)
        var output = set(constant, for: entry, on: filter)
        if output == nil || entry.categories.contains(.reduction) {
          output = set(constant.cropped(to: CGRect(x: 0, y: 0, width: 64, height: 64)), for: entry, on: filter)
        }
        let result = try #require(output, "\(entry.name)")
        let rendered = try TestPicture.render(result, .window(of: result.extent).centre)
        let colors = rendered.pixels.indices.filter { $0 % 4 != 3 }.map { rendered.pixels[$0] }
        #expect(colors.contains { $0 > 1 || $0 < 0 }, "\(entry.name) clamps \(value)")
      }
    }
  }

  private func set(_ image: CIImage, for entry: FilterEntry, on filter: CIFilter) -> CIImage? {
    // A transition shows its target like its image, and what lies outside of an opaque background is nothing. The larger or
    // smaller of two, and a sum, are beyond 0...1 where both are.
    let withItself: Set = [
      "CIDissolveTransition", "CIAdditionCompositing", "CIMaximumCompositing", "CIMinimumCompositing",
      "CIShadedMaterial", "CIRippleTransition", "CISwipeTransition", "CICopyMachineTransition", "CIBarsSwipeTransition",
      "CIModTransition", "CIFlashTransition", "CIDisintegrateWithMaskTransition", "CIAccordionFoldTransition",
      "CIPageCurlTransition", "CIPageCurlWithShadowTransition", "CIGuidedFilter", "CIEdgePreserveUpsampleFilter",
      "CIDepthBlurEffect",
    ]
    let plain = entry.name == "CISourceOutCompositing" ? CIImage.empty() : CIImage(color: .white)
    let other = withItself.contains(entry.name) ? image : plain
    for key in entry.imageKeys { filter.setValue(other, forKey: key) }
    filter.setValue(image, forKey: kCIInputImageKey)
    return filter.outputImage
  }

  @Test func `pixels outside the extent are transparent`() throws {
    for sample in try FilterSamples.all(range: -0.5...4, width: 19, height: 13) {
      let extent = PixelRect(enclosing: sample.output.extent)
      if extent.isInfinite { continue }
      let around = PixelRect(enclosing: sample.output.extent).core.expanded(dx: 3, dy: 3)
      let rendered = try TestPicture.render(sample.output, around)
      for y in around.minY..<around.maxY {
        for x in around.minX..<around.maxX where !extent.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
          #expect(rendered[x, y] == [0, 0, 0, 0], "\(sample) at \(x) \(y)")
        }
      }
    }
  }

  /// Tone curves are interpolated tables in the fast renderer, coarsest where the curve meets its end.
  private static func agreement(_ filter: String) -> Float {
    if filter.contains("ToneMap") || filter.contains("Lab") { return 1e-4 }
    // What is sharpened is rounded a little more; the side of a curl leans without bound.
    if filter == "CINoiseReduction" || filter.contains("PageCurl") { return 3e-4 }
    // Steep edges between two values multiply what rounding leaves: by some thousands, and by 40,000 in lines.
    if filter.contains("Screen") || filter.contains("Halftone") || filter == "CIEdgeWork" { return 2e-3 }
    // The slope of a wave is a difference of close places.
    if filter == "CIRippleTransition" { return 1e-4 }
    return filter == "CILineOverlay" ? 0.1 : 3e-5
  }

  @Test func `both renderers agree`() throws {
    for sample in try FilterSamples.all(range: -0.5...4, width: 31, height: 22) {
      let window = PixelRect.window(of: sample.output.extent).core
      let (fast, slow) = try (TestPicture.render(sample.output, window), TestPicture.reference(sample.output, window))
      let (error, place) = fast.difference(from: slow)
      #expect(error <= Self.agreement(sample.filter.name), "\(sample): \(place)")
    }
  }

  /// Pictures without alpha, as photos are, take shorter ways than those whose alpha happens to be 1.
  @Test func `both renderers agree on pictures that are known to be opaque`() throws {
    let samples = try FilterSamples.all(range: -0.5...4, width: 31, height: 22) { picture in
      picture.image.settingAlphaOne(in: picture.image.extent)
    }
    for sample in samples {
      let window = PixelRect.window(of: sample.output.extent).core
      let (fast, slow) = try (TestPicture.render(sample.output, window), TestPicture.reference(sample.output, window))
      let (error, place) = fast.difference(from: slow)
      #expect(error <= Self.agreement(sample.filter.name), "\(sample): \(place)")
    }
  }

  @Test func `tile sizes and worker counts change no bit`() throws {
    for sample in try FilterSamples.all(range: -0.5...4, width: 61, height: 47) {
      let window = PixelRect.window(of: sample.output.extent).core
      let whole = try TestPicture.render(sample.output, window, tileEdge: 512, workers: 1)
      for (tileEdge, workers) in [(16, 1), (16, 2), (37, 3), (512, 4)] {
        let tiled = try TestPicture.render(sample.output, window, tileEdge: tileEdge, workers: workers)
        let (_, place) = tiled.difference(from: whole)
        #expect(tiled.hasSameBits(as: whole), "\(sample), tiles of \(tileEdge), \(workers) workers: \(place)")
      }
    }
  }

  @Test func `NaN does not spread through a neighbourhood`() throws {
    for entry in FilterRegistry.builtIn where entry.imageKeys == [kCIInputImageKey] {
      guard !Set<FilterCategory>([.blur, .sharpen, .reduction, .stylize]).isDisjoint(with: entry.categories) else {
        continue
      }
      var picture = TestPicture.random(width: 15, height: 15, seed: 3, 0...1, isOpaque: true)
      picture.pixels[4 * (7 * 15 + 7)] = .nan
      let filter = entry.makeFilter()
      filter.setValue(picture.image, forKey: kCIInputImageKey)
      for input in entry.inputs where input.type == .rectangle {
        filter.setValue(CIVector([0, 0, 15, 15]), forKey: input.key)
      }
      let output = try #require(filter.outputImage, "\(entry.name)")
      let rendered = try TestPicture.render(output, .window(of: output.extent))
      // The pixel itself may have no value, in all its channels.
      #expect(rendered.pixels.filter { $0.isNaN }.count <= 4, "\(entry.name)")
    }
  }
}

extension TestPicture {
  func hasSameBits(as other: TestPicture) -> Bool {
    rect == other.rect && zip(pixels, other.pixels).allSatisfy { $0.bitPattern == $1.bitPattern }
  }
}

extension PixelRect {
  /// At most 96 by 80 pixels of it, so that slow renderers are not asked for much.
  var core: PixelRect {
    PixelRect(x: minX, y: minY, width: min(width, 96), height: min(height, 80))
  }

  /// A few pixels in the middle.
  var centre: PixelRect {
    let (w, h) = (min(width, 8), min(height, 8))
    return PixelRect(x: minX + (width - w) / 2, y: minY + (height - h) / 2, width: w, height: h)
  }
}
