internal import Headroom
internal import HeadroomBatch
internal import HeadroomFilters
internal import HeadroomPictures

/// `--plan`: what is made of every input.
///
///     {"schema": 1, "outputs": [{"name": "{stem}-preview.jpg", "resize": "1440x1440", "quality": 80}, ...]}
///
/// An output is a request, whose settings are those of `convert`, with the template of its name. `size` instead of
/// `resize` makes a thumbnail as the verb does.
struct BatchPlan: Sendable {
  /// One of the files that are made of every input.
  struct Output: Sendable {
    let template: NameTemplate
    let request: ConversionRequest
    /// Its place in the plan, such as `$.outputs[1]`.
    let path: String
    /// Pixels of the longer side from which on a RAW file's own preview is taken; nil for never.
    let previewSide: Int?
    /// Says which outputs read the input in the same way: picture, layer, development.
    let opening: String
  }

  /// The plan's own file, for messages.
  let file: String
  let outputs: [Output]
  /// The SHA-256 of the plan with the keys of its objects sorted and without spaces, 64 hexadecimal digits.
  let recipe: String

  private static let schema = 1
  private static let mostBytes = 1 << 20

  init(path: String) throws(PictureError) {
    let file: SmallFile
    do throws(ImageIOError) { file = try SmallFile(path, atMost: Self.mostBytes) } catch {
      throw PictureError(error, file: path)
    }
    guard file.isWhole else {
      throw PictureError(.usage, file: path, "a plan has at most \(Self.mostBytes >> 20) MiB")
    }
    try self.init(parsing: file.bytes, name: path)
  }

  init(parsing bytes: [UInt8], name: String) throws(PictureError) {
    let document: JSONValue
    do throws(JSONSyntaxError) { document = try JSONValue(parsing: bytes) } catch {
      throw PictureError(.usage, file: name, "\(error)")
    }
    let members = try PlanMembers(document, at: "$", of: name)
    guard let schema = members["schema"] else { throw members.problem("'schema' is missing; it is \(Self.schema)") }
    guard case .integer(Self.schema) = schema else {
      throw members.problem("this version reads schema \(Self.schema)", at: "schema")
    }
    try members.allow(["schema", "outputs"])
    guard case .array(let values)? = members["outputs"], !values.isEmpty else {
      throw members.problem("a list of at least one output is needed", at: "outputs")
    }
    var outputs: [Output] = []
    for (place, value) in values.enumerated() {
      outputs.append(try Output(value, at: "$.outputs[\(place)]", of: name))
    }
    try Self.checkNames(outputs, of: name)
    (self.outputs, file) = (outputs, name)
    do throws(BatchError) { recipe = try SHA256.of(Array(document.sorted.description.utf8)).hexadecimal } catch {
      throw PictureError(error)
    }
  }

  /// Refuses names that are the same for every input.
  private static func checkNames(_ outputs: [Output], of file: String) throws(PictureError) {
    var places: [String: String] = [:]
    for output in outputs {
      // An unlikely stem stands for any.
      let name = output.name { $0 == .ext ? output.request.target.format.fileExtension : "{\($0.rawValue)}" } ?? ""
      if let other = places.updateValue(output.path, forKey: name) {
        throw PictureError(
          .usage, file: file, part: "\(output.path).name", "is the name of \(other) too: outputs have different names")
      }
    }
  }

  /// Whether names depend on the size of the result, which is known once an input is open.
  var namesTellSizes: Bool { outputs.contains { $0.namesTellSize } }
}

extension BatchPlan.Output {
  private static let ownKeys = ["name", "size", "keepMetadata"]
  /// Settings by which an input is read.
  private static let openingKeys: Set<Setting> = [
    .index, .layer, .exposure, .allowPartial, .edr, .look, .whiteBalance, .temperature, .tint, .boost, .shadows,
    .localToneMap, .highlights, .noiseReduction, .moireReduction, .despeckle, .lensCorrection, .sharpness,
  ]

  fileprivate init(_ value: JSONValue, at path: String, of file: String) throws(PictureError) {
    let members = try PlanMembers(value, at: path, of: file)
    template = try Self.template(members)
    let size = try members.count("size", in: 1...65_535)
    let keepsMetadata = try members.flag("keepMetadata")
    let settings = members.all.filter { !Self.ownKeys.contains($0.key) }
    let format = template.fixedExtension.flatMap { try? TargetFormat(named: $0) }
    var request = try ConversionRequest(members: settings, at: path, of: file, ownKeys: Self.ownKeys, format: format)
    if let size { try Self.makeThumbnail(&request, size, keepsMetadata: keepsMetadata ?? false, members) }
    if size == nil, keepsMetadata != nil {
      throw members.problem("belongs to 'size', which makes a thumbnail", at: "keepMetadata")
    }
    do throws(PictureError) { try request.target.checkCodecSettings() } catch {
      throw PictureError(.usage, file: file, part: path, SettingWords.members.text(error.text))
    }
    let takesPreviews = request.exposure == nil && [.keep, .sdr].contains(request.target.rendition)
    previewSide = takesPreviews ? size : nil
    let reading = settings.filter { Setting(rawValue: $0.key).map(Self.openingKeys.contains) ?? false }
    opening = JSONValue.object(reading).sorted.description + (size == nil ? "" : " draft")
    (self.request, self.path) = (request, path)
  }

  /// What the verb `thumbnail` does.
  private static func makeThumbnail(
    _ request: inout ConversionRequest, _ size: Int, keepsMetadata: Bool, _ members: PlanMembers
  ) throws(PictureError) {
    if members["resize"] != nil { throw members.problem("excludes 'resize'", at: "size") }
    request.geometry.resize = .inside(width: size, height: size)
    request.development.isDraft = true
    request.place.isChosen = true
    if !keepsMetadata { request.target.strippedParts.formUnion([.location, .personal]) }
  }

  private static func template(_ members: PlanMembers) throws(PictureError) -> NameTemplate {
    guard case .string(let text)? = members["name"] else {
      throw members.problem("a template of names is needed, such as '{stem}.jpg'", at: "name")
    }
    guard !text.utf8.contains(0) else { throw members.problem("the name has a zero byte", at: "name") }
    let template: NameTemplate
    do { template = try NameTemplate(parsing: text) } catch { throw members.problem("\(error)", at: "name") }
    guard template.text({ _ in "x" }) != nil else {
      throw members.problem("the name leaves the output directory", at: "name")
    }
    return template
  }

  /// The name of this output; nil where it would leave the folder.
  func name(_ value: (NameTemplate.Field) -> String) -> String? { template.text(value) }

  var namesTellSize: Bool { template.uses(.width) || template.uses(.height) }
}

extension JSONValue {
  /// The same with the keys of all objects in the order of their code points.
  fileprivate var sorted: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
          .map { ($0.key, $0.value.sorted) })
    case .array(let values): .array(values.map(\.sorted))
    case .null, .bool, .integer, .number, .decimal, .string: self
    }
  }
}
