internal import HeadroomContainers

extension OTIOReader {
  /// Keys of the schemas that are read, or that say nothing of the picture.
  private static let known: Set<String> = [
    "OTIO_SCHEMA", "name", "metadata", "markers", "effects", "enabled", "color", "children", "kind", "source_range",
    "tracks", "global_start_time", "media_reference", "media_references", "active_media_reference_key",
    "transition_type", "in_offset", "out_offset", "target_url", "available_range", "available_image_bounds",
    "effect_name", "time_scalar", "parameters",
  ]

  /// Names the members of an object that are left out.
  mutating func noteUnknown(_ object: OTIOObject) {
    for (key, value) in object.object.members {
      switch (key, value) {
      case ("metadata", .object(let members)):
        for member in members { warnings.note("metadata are left out", member.key) }
      case ("markers", .array(let markers)):
        for marker in markers { warnings.note("markers are left out", Self.name(of: marker)) }
      case ("parameters", .object(let members)):
        for member in members { warnings.note("parameters are left out", member.key) }
      case (_, .null): break
      case _ where !Self.known.contains(key): warnings.note("unknown members are left out", key)
      default: break
      }
    }
  }

  mutating func noteEffects(_ effects: [JSONNode]) {
    for effect in effects { warnings.note("effects are left out", Self.name(of: effect.value)) }
  }

  /// What an effect or marker is called.
  private static func name(of value: JSONValue) -> String {
    guard case .object(let members) = value else { return value.kindName }
    for key in ["effect_name", "name", "OTIO_SCHEMA"] {
      if case .string(let name)? = members.first(where: { $0.key == key })?.value, !name.isEmpty { return name }
    }
    return "unnamed"
  }
}
