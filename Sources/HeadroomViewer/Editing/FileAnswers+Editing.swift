internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

extension FileAnswers {
  /// How what is seen is made without the page: a command, and a recipe for `headroom render`.
  func commands() throws -> ViewerResponse {
    let display = try ShownDisplay(query)
    let image = try edited(decodedFor: nil) { $0.light }.exposed(by: display.exposure)
    let recipe = try Self.recipe(of: image)
    // Where the page cuts light, the command weights a gain map.
    let isExact = display.headroom.isInfinite || display.layer.kind == .core || file.info.gainMap == nil
    let others = filters.literals.filter { services.library.entry(named: $0) != nil }
    return ViewerResponse([
      "schema": 1, "exact": .bool(isExact),
      "convert": .string(CommandText.convert(entry.name, query["layerName"], filters, display)),
      "render": .string(CommandText.render(recipe.inputs, from: [entry.name] + others)),
      "recipe": try JSONValue(parsing: Array(recipe.text.utf8)),
    ])
  }

  /// The recipe of what is seen, as it was asked for and as it is done.
  func graph() throws -> ViewerResponse {
    let display = try ShownDisplay(query)
    let image = try shown(on: display, side: .max)
    let region = PixelRect(enclosing: image.extent)
    let destination = PlanDestination(encoding: .extendedLinearITUR2020)
    let plan = try renderer.context.plan(image, region: region, destination: destination)
    return ViewerResponse([
      "schema": 1, "recipe": try RecipeGraph(image, picture: entry.name).json, "plan": plan.json,
    ])
  }

  private static func recipe(of image: CIImage) throws -> (text: String, inputs: [String]) {
    do throws(RecipeError) {
      let writer = try RecipeWriter(image, folder: nil)
      return (writer.text, writer.inputs.map(\.name))
    } catch {
      throw ViewerError(status: 422, message: error.reason)
    }
  }
}

/// Commands that do what the page shows. Files are named as the strip names them: where they are is nothing that a page is told.
enum CommandText {
  static func convert(
    _ name: String, _ layer: String?, _ filters: PictureFilters, _ display: ShownDisplay
  ) -> String {
    var words = ["headroom", "convert", quoted(name), quoted(stem(of: name) + "-filtered.png")]
    if let layer, !layer.isEmpty { words += ["--layer", quoted(layer)] }
    for expression in filters.expressions { words += ["--filter", quoted(expression)] }
    // The page exposes behind the filters; the command's own option does so before them.
    if display.exposure != 0 { words += ["--filter", quoted("CIExposureAdjust ev=\(display.exposure)")] }
    if display.headroom.isFinite {
      words += ["--headroom", "\(display.headroom)"]
      if display.layer.kind == .metal { words += ["--tone-map", "clip"] }
    }
    return words.joined(separator: " ")
  }

  static func render(_ inputs: [String], from names: [String]) -> String {
    let bindings = zip(inputs, names).map { "--input " + quoted("\($0)=\($1)") }
    return (["headroom render recipe.json --output filtered.png"] + bindings).joined(separator: " ")
  }

  private static func stem(of name: String) -> String {
    name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
  }

  /// As a shell takes it, whatever is in it.
  static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._-/=".unicodeScalars.contains(scalar))
    }
    return plain && !word.isEmpty && !word.hasPrefix("-") ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
