import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomTestSupport
import Testing

/// Recipes as JSON: there and back, and what is said of wrong ones.
@Suite struct RecipeDataTests {
  /// The image that a recipe's JSON makes again.
  private static func again(_ image: CIImage) throws -> CIImage {
    try CIImage(recipe: image.recipeJSON(), inputs: image.recipeInputs())
  }

  /// Whether two images are the same graph: the same operations over the same inputs.
  private static func isSame(_ a: CIImage, _ b: CIImage) -> Bool {
    let (first, second) = (RecipeOrder([a.node]), RecipeOrder([b.node]))
    return first.entries.count == second.entries.count
      && zip(first.entries, second.entries).allSatisfy {
        $0.inputs == $1.inputs && $0.node.key == $1.node.key && $0.node.extent == $1.node.extent
      }
  }

  @Test func `Every filter comes back as the same graph, whatever is said of its image`() throws {
    var generator = SeededGenerator(seed: 3)
    for entry in FilterRegistry.builtIn {
      for draw in 0..<2 {
        let filter = entry.makeFilter()
        let image = TestPictures.random(width: 40, height: 30, seed: 1, isOpaque: false).settingContentHeadroom(7.25)
        let other = TestPictures.random(width: 30, height: 34, seed: 2, isOpaque: true)
        for (index, key) in entry.imageKeys.enumerated() { filter.setValue(index == 0 ? image : other, forKey: key) }
        for input in entry.inputs {
          if let example = input.example { filter.setValue(example, forKey: input.key) }
          if input.type == .rectangle { filter.setValue(CIVector([1, 2, 20, 10]), forKey: input.key) }
          if input.attributeClass == "NSArray" { filter.setValue(FilterSamples.lines, forKey: input.key) }
          if draw > 0, let slider = input.slider {
            filter.setValue(Double.random(in: slider, using: &generator), forKey: input.key)
          }
        }
        // Limits drawn at random leave no symbol for a code.
        if draw > 0, filter.outputImage == nil, entry.inputs.contains(where: { $0.key == "inputMessage" }) { continue }
        let output = try #require(filter.outputImage, "\(filter)")
        #expect(Self.isSame(try Self.again(output), output), "\(filter)")
      }
    }
  }

  @Test func `Random recipes come back as the same graph, but for kernels of the client's`() throws {
    var count = 0
    for seed in 0..<150 {
      let recipe = RandomRecipe(seed: UInt64(seed))
      guard let json = try? recipe.image.recipeJSON() else {
        let error = try #require(throws: RecipeError.self) { _ = try recipe.image.recipeJSON() }
        #expect(error.reason.contains("which no filter with a name made"))
        let nameless = recipe.steps.contains { step in ["kernel", "processor"].contains { step.contains($0) } }
        #expect(nameless, "\(error) \(recipe.steps)")
        continue
      }
      count += 1
      let again = try Self.again(recipe.image)
      #expect(Self.isSame(again, recipe.image), "\(recipe.steps)")
      // Written down once more, it is the same text.
      #expect(try again.recipeJSON() == json)
    }
    #expect(count >= 40)
  }

  @Test func `A colour brighter than white, made without a space, is read again`() throws {
    let lamp = CIImage(color: CIColor(red: 8, green: 2.5, blue: -0.1)).cropped(
      to: CGRect(x: 0, y: 0, width: 4, height: 4))
    let json = try lamp.recipeJSON()
    #expect(String(decoding: json, as: UTF8.self).contains("extendedSRGB"))
    #expect(try Self.again(lamp).recipeJSON() == json)
  }

  @Test func `What several nodes read is written once, and a chain of blends with itself stays linear`() throws {
    var image = TestPictures.random(width: 8, height: 8, seed: 1, isOpaque: true)
    for _ in 0..<1000 {
      image = image.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: image])
    }
    let json = try image.recipeJSON()
    #expect(json.count < 200_000)
    #expect(Self.isSame(try Self.again(image), image))
  }

  @Test func `Methods come back as the same graph`() throws {
    let image = TestPictures.random(width: 20, height: 10, seed: 1, isOpaque: false)
    let pq = CGColorSpace(encoding: .itur2100PQ)
    let images: [CIImage] = [
      image.samplingNearest().transformed(by: CGAffineTransform(rotationAngle: 0.5)),
      image.samplingCubic().transformed(by: CGAffineTransform(rotationAngle: 0.5)),
      image.samplingNearest().applyingFilter("CITwirlDistortion"),
      image.samplingCubic().applyingFilter("CIPerspectiveTransform").samplingLinear().applyingFilter(
        "CITwirlDistortion"),
      image.transformed(by: CGAffineTransform(scaleX: 0.3, y: 0.2), highQualityDownsample: false),
      image.premultiplyingAlpha().insertingIntermediate(), image.unpremultiplyingAlpha(),
      image.settingAlphaOne(in: CGRect(x: 1, y: 2, width: 3, height: 4)),
      try #require(image.matchedFromWorkingSpace(to: pq)), try #require(image.matchedToWorkingSpace(from: pq)),
      image.convertingWorkingSpaceToLab(), image.convertingLabToWorkingSpace(), image.clampedToExtent(),
      image.applyingMedian(radius: 1), image.applyingMedian(radius: 9), image.resized(to: CGSize(width: 31, height: 7)),
      image.settingContentHeadroom(3).applyingFilter("CISepiaTone").settingContentHeadroom(1),
      image.toneMapped(to: 2, from: 9, toneMapOperator: .bt2390), image.toneMapped(to: 1, estimated: 5),
      image.settingContentHeadroom(0).toneMapped(to: 1), .empty(), .red,
      CIImage(color: CIColor(red: 8, green: -1, blue: 0.1, alpha: 0.3, colorSpace: pq.extendedForTests)!),
      image.toneMapped(by: try #require(MeasuredToneCurve(stops: [[-3, -3], [0, -0.5], [2.5, 0]]))),
    ]
    for image in images { #expect(Self.isSame(try Self.again(image), image), "\(image.debugDescription)") }
  }

  @Test(.enabled(if: TestData.isAvailable)) func `Files come back with their gain map and their turn`() throws {
    let url = TestData.still("ultrahdr/bus_station_ultrahdr.jpg")
    let files = try #require(
      FileManager.default.enumerator(at: url.deletingLastPathComponent(), includingPropertiesForKeys: nil))
    let names = files.compactMap { $0 as? URL }.filter { ["jpg", "heic", "avif"].contains($0.pathExtension) }.prefix(6)
    #expect(!names.isEmpty)
    for url in names {
      let images = [
        try CIImage(reading: url, options: [.expandToHDR: true, .applyOrientationProperty: true]),
        try CIImage(reading: url), CIImage(contentsOf: url, options: [.auxiliaryHDRGainMap: true]),
      ]
      for image in images.compactMap(\.self) {
        let again = try Self.again(image)
        #expect(try again.recipeJSON() == image.recipeJSON())
        #expect(again.extent == image.extent && again.contentHeadroom == image.contentHeadroom)
        // Each reads its file itself: sources are told apart by the object, all else is equal.
        #expect(again.debugDescription == image.debugDescription)
      }
    }
  }

  @Test func `The headroom that was said of an image comes back`() throws {
    let image = TestPictures.random(width: 20, height: 10, seed: 1, isOpaque: true).applyingFilter("CISepiaTone")
    for headroom: Float in [0, 1, 7.25] {
      let again = try Self.again(image.settingContentHeadroom(headroom))
      #expect(again.contentHeadroom == headroom && again.extent == image.extent)
    }
    let wrong =
      #"{"schema":1,"inputs":["a"],"output":"b","nodes":[{"id":"b","operation":"settingContentHeadroom","image":"a","headroom":0.5}]}"#
    let error = try #require(throws: RecipeError.self) {
      _ = try CIImage(recipe: Data(wrong.utf8), inputs: ["a": image])
    }
    #expect(error.path == "$.nodes[0].headroom")
  }

  @Test func `Two renditions come back, and a context writes them as a gain map`() throws {
    let sdr = TestPictures.random(width: 32, height: 16, seed: 1, isOpaque: true)
    let hdr = sdr.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2])
    let both = RecipeRenditions(sdr, alternate: .hdrImage(hdr))
    let json = try both.recipeJSON()
    let again = try RecipeRenditions(recipe: json, inputs: both.recipeInputs())
    guard case .hdrImage(let other)? = again.alternate else { throw RecipeError("$.hdrImage", "is gone") }
    #expect(Self.isSame(again.image, sdr) && Self.isSame(other, hdr))
    // One image of it is the output.
    #expect(Self.isSame(try CIImage(recipe: json, inputs: both.recipeInputs()), sdr))
    let file = try #require(
      CIContext().jpegRepresentation(
        of: again.image, colorSpace: CGColorSpace(encoding: .sRGB), options: again.representationOptions))
    let map = try #require(CIImage(data: file, options: [.auxiliaryHDRGainMap: true]))
    #expect(map.tags.gainMap != nil)
  }

  @Test(.enabled(if: TestData.isAvailable)) func `A ready gain map comes back with its metadata, made smaller or not`()
    throws
  {
    let path = TestData.still("ultrahdr/small_uhdr.jpg").path
    let text = """
      {"schema":1,"output":"base","hdrGainMapImage":"map","nodes":[{"id":"base","file":"\(path)","rendition":"base"},
      {"id":"map","file":"\(path)","rendition":"gainMap"},
      {"id":"small","file":"\(path)","rendition":"gainMap","smallerBy":[2,2]}]}
      """
    for name in ["map", "small"] {
      let json = text.replacing("\"hdrGainMapImage\":\"map\"", with: "\"hdrGainMapImage\":\"\(name)\"")
      let both = try RecipeRenditions(recipe: Data(json.utf8))
      guard case .hdrGainMapImage(let map)? = both.alternate else { throw RecipeError("$", "no map") }
      #expect(map.extent.size == (name == "map" ? CGSize(width: 600, height: 400) : CGSize(width: 300, height: 200)))
      #expect(map.tags.gainMap != nil)
      let again = try RecipeRenditions(recipe: both.recipeJSON())
      #expect(try again.recipeJSON() == both.recipeJSON())
      _ = try #require(
        CIContext().jpegRepresentation(
          of: both.image, colorSpace: CGColorSpace(encoding: .sRGB), options: both.representationOptions))
    }
    let wrong = text.replacing("\"rendition\":\"base\"", with: "\"rendition\":\"base\",\"smallerBy\":[2,2]")
    let error = try #require(throws: RecipeError.self) { _ = try RecipeRenditions(recipe: Data(wrong.utf8)) }
    #expect(error.path == "$.nodes[0].smallerBy")
  }

  @Test func `Nodes may stand in any order, and images be files`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = TestPictures.random(width: 12, height: 9, seed: 4, isOpaque: true)
    try CIContext().writePNGRepresentation(
      of: picture, to: folder.appending(path: "mask.png"), format: .RGBA16, colorSpace: CGColorSpace(encoding: .sRGB))
    let json = """
      {"schema": 1, "output": "c", "nodes": [
        {"id": "c", "filter": "CIBlendWithMask", "image": "b", "backgroundImage": "a", "maskImage": {"file": "mask.png"}},
        {"id": "b", "filter": "CIExposureAdjust", "image": "a", "ev": 1},
        {"id": "a", "file": "mask.png"}]}
      """
    let image = try CIImage(recipe: Data(json.utf8), relativeTo: folder)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 12, height: 9))
    let text = String(decoding: try image.recipeJSON(relativeTo: folder), as: UTF8.self)
    #expect(text.contains(#""file":"mask.png""#))
    // The file is read once, however often it is named.
    #expect(image.sourcePictures.count == 1)
  }

  // MARK: Mistakes

  private static let blur = #"{"id":"a","filter":"CIGaussianBlur","image":"in","inputRadius":4}"#

  private static func document(_ nodes: String..., output: String = "a") -> String {
    #"{"schema":1,"inputs":["in"],"nodes":[\#(nodes.joined(separator: ","))],"output":"\#(output)"}"#
  }

  private static let mistakes: [(json: String, path: String, words: String)] = [
    ("", "$", "line 1, column 1"), ("{", "$", "expected a key"), ("[]", "$", "expected an object"),
    (#"{"schema":1,"schema":1}"#, "$", "stands twice"), (#"{"output":"a"}"#, "$.schema", "missing"),
    (#"{"schema":2,"output":"a"}"#, "$.schema", "reads 1"), (#"{"schema":1}"#, "$.output", "missing"),
    (#"{"schema":1,"nods":[],"output":"a"}"#, "$.nods", "did you mean 'nodes'"),
    (document(blur, output: "b"), "$.output", "there is no node or input 'b'"),
    (document(blur, blur), "$.nodes[1].id", "twice"),
    (document(#"{"id":"in","filter":"CIVibrance"}"#), "$.nodes[0].id", "twice"),
    (document(#"{"filter":"CIVibrance"}"#), "$.nodes[0].id", "name"),
    (document(#"{"id":"a"}"#), "$.nodes[0]", "one of"),
    (document(#"{"id":"a","filter":"CIVibrance","file":"b"}"#), "$.nodes[0]", "filter and file"),
    (document(#"{"id":"a","filter":"CIGausianBlur"}"#), "$.nodes[0].filter", "did you mean 'CIGaussianBlur'"),
    (
      document(blur, #"{"id":"b","filter":"CIGaussianBlur","image":"a","inputRadus":4}"#), "$.nodes[1].inputRadus",
      "did you mean 'inputRadius'"
    ),
    (
      document(#"{"id":"a","filter":"CIGaussianBlur","image":"in","inputRadius":"4"}"#), "$.nodes[0].inputRadius",
      "expected a number"
    ),
    (
      document(#"{"id":"a","filter":"CIGaussianBlur","image":"in","inputRadius":-4}"#), "$.nodes[0].inputRadius",
      "out of range"
    ),
    (document(#"{"id":"a","filter":"CIGaussianBlur","image":"in","inputRadius":1e400}"#), "$", "too large"),
    (
      document(#"{"id":"a","filter":"CIGaussianBlur","image":"in","inputRadius":1e300}"#), "$.nodes[0].inputRadius",
      "out of range"
    ),
    (
      document(#"{"id":"a","filter":"CIGaussianBlur","image":"in","inputRadius":4,"radius":4}"#), "$.nodes[0].radius",
      "same input"
    ),
    (document(#"{"id":"a","filter":"CIGaussianBlur"}"#), "$.nodes[0].image", "needs"),
    (document(#"{"id":"a","filter":"CIGaussianBlur","image":"inn"}"#), "$.nodes[0].image", "did you mean 'in'"),
    (document(#"{"id":"a","filter":"CIGaussianBlur","image":3}"#), "$.nodes[0].image", "expected the name"),
    (
      document(#"{"id":"a","filter":"CIGaussianBlur","image":{"file":"a.png","index":1}}"#), "$.nodes[0].image.index",
      "no other members"
    ),
    (document(#"{"id":"a","filter":"CIGaussianBlur","image":"a"}"#), "$.nodes[0].image", "back to themselves"),
    (
      document(#"{"id":"a","filter":"CIVibrance","image":"b"}"#, #"{"id":"b","filter":"CIVibrance","image":"a"}"#),
      "$.nodes[1].image", "a <- b <- a"
    ),
    (document(#"{"id":"a","operation":"clamped","image":"in"}"#), "$.nodes[0].operation", "did you mean"),
    (document(#"{"id":"a","operation":"clampedToExtent","image":"in","x":1}"#), "$.nodes[0].x", "no such input"),
    (document(#"{"id":"a","operation":"toneMapped","image":"in","to":0.5}"#), "$.nodes[0].to", "1 or more"),
    (
      document(#"{"id":"a","operation":"toneMapped","image":"in","operator":"bt239"}"#), "$.nodes[0].operator",
      "did you mean 'bt2390'"
    ),
    (
      document(#"{"id":"a","operation":"toneMapped","image":"in","from":{"curve":[[1,0],[0,0]]}}"#), "$.nodes[0].from",
      "rising"
    ),
    (
      document(#"{"id":"a","operation":"color","color":{"space":"sRGBB","components":[1,0,0]}}"#), "$.nodes[0].color",
      "did you mean 'sRGB'"
    ),
    (
      document(#"{"id":"a","operation":"color","color":{"space":"sRGB","components":[2,0,0]}}"#), "$.nodes[0].color",
      "outside 0 to 1"
    ),
    (document(##"{"id":"a","operation":"color","color":"#+12345"}"##), "$.nodes[0].color", "#rrggbb"),
    (document(#"{"id":"a","file":"missing.png"}"#), "$.nodes[0].file", "no such file"),
    (document(#"{"id":"a","file":"missing.png","rendition":"hd"}"#), "$.nodes[0].rendition", "did you mean 'hdr'"),
    (
      document(#"{"id":"a","operation":"transformed","image":"in","transform":[1,0,0,1]}"#), "$.nodes[0].transform",
      "six"
    ),
    (String(repeating: "[", count: 100_000), "$", "nesting"),
    (document(#"{"id":"a","filter":"CIVibrance","image":"in","inputAmount":"\ud800"}"#), "$", "surrogate"),
  ]

  @Test(arguments: mistakes.indices) func `A mistake is found at its place`(_ index: Int) throws {
    let (json, path, words) = Self.mistakes[index]
    let error = try #require(throws: RecipeError.self) {
      _ = try CIImage(
        recipe: Data(json.utf8),
        inputs: json.contains(#""inputs""#) ? ["in": .red.cropped(to: .init(x: 0, y: 0, width: 4, height: 4))] : [:])
    }
    #expect(error.path == path, "\(error)")
    #expect(error.reason.contains(words), "\(error)")
  }

  @Test func `Inputs are bound by name`() throws {
    let json = Data(Self.document(Self.blur).utf8)
    let missing = try #require(throws: RecipeError.self) { _ = try CIImage(recipe: json) }
    #expect(missing.path == "$.inputs[0]")
    let wrong = try #require(throws: RecipeError.self) { _ = try CIImage(recipe: json, inputs: ["inn": .red]) }
    #expect(wrong.reason.contains("did you mean 'in'"))
  }

  @Test func `Documents over the limits are refused, deep ones within them are read`() throws {
    let many = (0...RecipeDocument.maximumNodeCount).map { #"{"id":"\#($0)","filter":"CIVibrance"}"# }
    let error = try #require(throws: RecipeError.self) {
      _ = try CIImage(recipe: Data(#"{"schema":1,"nodes":[\#(many.joined(separator: ","))],"output":"0"}"#.utf8))
    }
    #expect(error.path == "$.nodes")
    #expect(throws: RecipeError.self) { _ = try CIImage(recipe: Data(repeating: 0x20, count: 17 << 20)) }
    // Last node first, so that making it has to go all the way down.
    let chain = (0..<20_000).reversed().map {
      #"{"id":"\#($0)","filter":"CIExposureAdjust","image":"\#($0 == 0 ? "in" : "\($0 - 1)")","inputEV":0.5}"#
    }
    let json = #"{"schema":1,"inputs":["in"],"nodes":[\#(chain.joined(separator: ","))],"output":"19999"}"#
    let image = try CIImage(recipe: Data(json.utf8), inputs: ["in": .red])
    #expect(RecipeOrder([image.node]).entries.count == 20_001)
  }

  @Test(arguments: 0..<400) func `Mutated documents are read or refused`(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var bytes = Array(Self.document(Self.blur, #"{"id":"b","operation":"color","color":[1,0.5,-2e3]}"#).utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      default: bytes.insert(bytes.randomElement(using: &generator) ?? 0, at: place)
      }
    }
    _ = try? CIImage(recipe: Data(bytes), inputs: ["in": .red])
  }
}

extension CGColorSpace {
  fileprivate var extendedForTests: CGColorSpace { CGColorSpace(encoding: .extendedLinearDisplayP3) }
}
