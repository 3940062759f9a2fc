internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

extension FileAnswers {
  /// How to make the shown picture without the page: a command, and a recipe for `headroom render`.
  func commands() throws -> ViewerResponse {
    let display = try ShownDisplay(query)
    let image = try edited(decodedFor: nil) { $0.light }.exposed(by: display.exposure)
    let writer = try Self.writer(of: image)
    let bindings = writer.inputs.map { (input: $0.name, file: fileName(of: $0.image) ?? entry.name) }
    // Where the page clips light, the command weights a gain map.
    let isExact = display.headroom.isInfinite || display.layer.kind == .core || file.info.gainMap == nil
    return ViewerResponse([
      "schema": 1, "exact": .bool(isExact),
      "convert": .string(try convertCommand(display)),
      "render": .string(CommandText.render(bindings)), "recipe": try JSONValue(parsing: Array(writer.text.utf8)),
    ])
  }

  /// The command exposes uncalibrated light as the page does, unless an option prevents it.
  private func convertCommand(_ display: ShownDisplay) throws -> String {
    let leavesExposure = try automaticStops() != 0 && exposedStops() == 0
    return CommandText.convert(entry.name, file.layer, filters, display, leavesExposure: leavesExposure)
  }

  /// The recipe of the shown picture, as requested and as planned.
  func graph() throws -> ViewerResponse {
    let display = try ShownDisplay(query)
    let image = try shown(on: display, side: .max)
    let region = PixelRect(enclosing: image.extent)
    let destination = PlanDestination(encoding: .extendedLinearITUR2020)
    let plan = renderer.context.plan(image, region: region, destination: destination)
    return ViewerResponse([
      "schema": 1, "recipe": try RecipeGraph(try Self.writer(of: image), name: fileName).json, "plan": plan.json,
    ])
  }

  private static func writer(of image: CIImage) throws(ViewerError) -> RecipeWriter {
    do throws(RecipeError) {
      return try RecipeWriter(image, folder: nil)
    } catch {
      throw ViewerError(status: 422, message: error.reason)
    }
  }

  /// The file that an image is read from, among this one and those that its filters name.
  private func fileName(of image: CIImage) -> String? {
    guard let source = image.sourcePictures.first else { return nil }
    if source === file.picture() { return entry.name }
    return filters.literals.first { name in
      guard let other = services.library.entry(named: name), let known = try? services.files.file(other) else {
        return false
      }
      return known.picture() === source
    }
  }
}

/// Commands that do what the page shows. Files have their names in the strip: the page never gets their folders.
enum CommandText {
  static func convert(
    _ name: String, _ layer: PictureLayer?, _ filters: PictureFilters, _ display: ShownDisplay, leavesExposure: Bool
  ) -> String {
    var words = ["headroom", "convert", quoted(name), quoted(stem(of: name) + "-filtered.png")]
    if let layer {
      if layer.index > 0 { words += ["--index", "\(layer.index)"] }
      if let name = layer.layer { words += ["--layer", quoted(name)] }
    }
    if leavesExposure { words += ["--exposure", "0"] }
    for expression in filters.expressions { words += ["--filter", quoted(expression)] }
    // The page exposes after the filters; the command's own option does so before them.
    if display.exposure != 0 { words += ["--filter", quoted("CIExposureAdjust ev=\(display.exposure)")] }
    if display.headroom.isFinite {
      words += ["--headroom", "\(display.headroom)"]
      if display.layer.kind == .metal { words += ["--tone-map", "clip"] }
    }
    return words.joined(separator: " ")
  }

  static func render(_ bindings: [(input: String, file: String)]) -> String {
    let inputs = bindings.map { "--input " + quoted("\($0.input)=\($0.file)") }
    return (["headroom render recipe.json --output filtered.png"] + inputs).joined(separator: " ")
  }

  private static func stem(of name: String) -> String {
    name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
  }

  /// The word quoted for a shell.
  static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._-/=".unicodeScalars.contains(scalar))
    }
    return plain && !word.isEmpty && !word.hasPrefix("-") ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
