import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite("Which picture of an OpenEXR file is shown")
struct OpenEXRChoiceTests {
  private static let colors: [Float] = [0.5, 0.1, 0.05]

  /// The channels of the picture that is to be found.
  private static func picture(_ names: [String]) -> [(name: String, value: Float)] { Array(zip(names, colors)) }

  /// Channels of what is not the picture.
  private static func other(_ layer: String, _ names: [String] = ["R", "G", "B"]) -> [(name: String, value: Float)] {
    names.map { (layer.isEmpty ? $0 : "\(layer).\($0)", 0.9) }
  }

  private static func pixel(_ bytes: [UInt8]) throws -> [Float] {
    let still = try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest())
    return Array(floatSamples(of: still.base).prefix(still.base.format.channelCount))
  }

  struct Naming: Sendable, CustomTestStringConvertible {
    var picture: [String]
    var others: [String]
    var testDescription: String { picture.joined(separator: " ") }
  }

  static let namings = [
    Naming(picture: ["R", "G", "B"], others: ["beauty.R", "Combined.R", "AO.R"]),
    Naming(picture: ["r", "g", "b"], others: ["AO.r"]), Naming(picture: ["red", "green", "blue"], others: []),
    Naming(picture: ["Red", "Green", "Blue"], others: ["Z"]),
    Naming(
      picture: ["ViewLayer.Combined.R", "ViewLayer.Combined.G", "ViewLayer.Combined.B"],
      others: ["ViewLayer.AO.R", "ViewLayer.AO.G", "ViewLayer.AO.B", "ViewLayer.DiffCol.R", "ViewLayer.Depth.Z"]),
    Naming(
      picture: ["RenderLayer.Combined.R", "RenderLayer.Combined.G", "RenderLayer.Combined.B"],
      others: ["RenderLayer.CryptoObject00.R", "RenderLayer.CryptoObject00.G", "RenderLayer.CryptoObject00.B"]),
    Naming(
      picture: ["rgba.red", "rgba.green", "rgba.blue"], others: ["diffuse.red", "diffuse.green", "diffuse.blue", "N.R"]),
    Naming(picture: ["RGBA.R", "RGBA.G", "RGBA.B"], others: ["N.R", "N.G", "N.B", "P.R", "P.G", "P.B", "Z.R"]),
    Naming(picture: ["C.r", "C.g", "C.b"], others: ["albedo.r", "albedo.g", "albedo.b", "C.z"]),
    Naming(picture: ["Beauty.R", "Beauty.G", "Beauty.B"], others: ["AO.R", "AO.G", "AO.B", "Albedo.R"]),
    Naming(picture: ["RGB_color.R", "RGB_color.G", "RGB_color.B"], others: ["GI.R", "GI.G", "GI.B", "Normals.R"]),
    Naming(picture: ["Ci.r", "Ci.g", "Ci.b"], others: ["Nn.r", "a", "z"]),
    Naming(picture: ["color.R", "color.G", "color.B"], others: ["diffuse.R", "depth.R", "crypto00.R"]),
    Naming(picture: ["left.R", "left.G", "left.B"], others: ["right.R", "right.G", "right.B", "left.depth.Z"]),
    Naming(picture: ["diffuse.R", "diffuse.G", "diffuse.B"], others: ["albedo.R", "albedo.G", "albedo.B"]),
    Naming(picture: ["whatever.R", "whatever.G", "whatever.B"], others: ["emission.R", "AO.R", "N.R"]),
  ]

  @Test("Names mean the picture, whatever stands before it by alphabet", arguments: namings)
  func names(_ naming: Naming) throws {
    let channels = Self.picture(naming.picture) + naming.others.map { ($0, 0.9) }
    let bytes = EXRBuilder(channels).bytes
    #expect(try Self.pixel(bytes).prefix(3) == Self.colors[...])
    let info = try ImageFormats.open(FileBytes(bytes)).info
    let isLayered = naming.picture[0].contains(".")
    #expect(info.warnings.contains { $0.contains("is shown") } == isLayered)
    #expect(info.layers.count != 1)
  }

  @Test("A channel b alone is no colour, and R alone is")
  func single() throws {
    let lone = try ImageFormats.open(FileBytes(EXRBuilder([("b", 0.25)]).bytes))
    #expect(lone.info.channels == 1)
    #expect(try ImageFormats.open(FileBytes(EXRBuilder([("R", 0.25)]).bytes)).info.channels == 3)
  }

  @Test("The first part with colour is the first picture; the others follow in the file's order")
  func parts() throws {
    let depth = EXRBuilder.Part(channels: [("Z", 7)], name: "depth")
    let crypto = EXRBuilder.Part(channels: Self.other(""), name: "cryptomatte00")
    let beauty = EXRBuilder.Part(channels: Self.picture(["R", "G", "B"]), name: "main")
    let light = EXRBuilder.Part(channels: Self.other(""), name: "specular")
    let bytes = EXRBuilder([depth, crypto, light, beauty]).bytes
    #expect(try Self.pixel(bytes) == Self.colors)
    let reader = try ImageFormats.open(FileBytes(bytes))
    #expect(reader.info.pictureName == "main" && reader.info.frameCount == 4)
    #expect(try (1..<4).map { try reader.info(at: $0).pictureName } == ["depth", "cryptomatte00", "specular"])
    #expect(
      reader.info.warnings.contains { $0.contains("'main' (RGB) is shown first of 4") && $0.contains("'depth' (Z)") })
  }

  @Test("Of views the default is shown, which a stereo file states")
  func views() throws {
    let views = ["right", "left"].flatMap { EXRBuilder.word($0.utf8.count) + Array($0.utf8) }
    var part = EXRBuilder.Part(channels: Self.other("left") + Self.picture(["right.R", "right.G", "right.B"]))
    part.attributes = [("multiView", "stringvector", views)]
    #expect(try Self.pixel(EXRBuilder([part]).bytes) == Self.colors)
    func view(_ name: String, _ channels: [(name: String, value: Float)]) -> EXRBuilder.Part {
      EXRBuilder.Part(
        channels: channels, name: "rgba.\(name)", attributes: [("view", "string", Array(name.utf8))])
    }
    let stereo = [view("left", Self.picture(["R", "G", "B"])), view("right", Self.other(""))]
    #expect(try Self.pixel(EXRBuilder(stereo).bytes) == Self.colors)
  }

  @Test("Pixels that are no squares are said")
  func pixelAspect() throws {
    var builder = EXRBuilder(Self.picture(["R", "G", "B"]))
    #expect(try ImageFormats.open(FileBytes(builder.bytes)).info.pixelAspect == nil)
    builder.pixelAspect = 2
    #expect(try ImageFormats.open(FileBytes(builder.bytes)).info.pixelAspect == 2)
  }
}
