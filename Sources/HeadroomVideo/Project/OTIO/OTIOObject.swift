internal import HeadroomContainers

/// An object of OpenTimelineIO: its schema's name, and its members.
struct OTIOObject {
  /// Without the version: `Clip`.
  let schema: String
  let object: JSONObject

  var path: JSONPath { object.path }

  init(_ node: JSONNode) throws(ProjectError) {
    object = try node.object("an object of OpenTimelineIO")
    let mark = try object.required("OTIO_SCHEMA", "the mark of OpenTimelineIO").text("the name of a schema")
    schema = String(mark.prefix { $0 != "." })
  }

  /// Nil where there is none, and for null.
  subscript(key: String) -> JSONNode? { object[key].flatMap { $0.isNull ? nil : $0 } }

  var name: String {
    guard case .string(let name)? = self["name"]?.value, !name.isEmpty else { return schema }
    return name
  }

  func list(_ key: String, most: Int) throws(ProjectError) -> [JSONNode] {
    try self[key]?.list("a list", most: most) ?? []
  }

  /// Off only where it says so; it came with later versions of the schemas.
  var isEnabled: Bool { if case .bool(false)? = self["enabled"]?.value { false } else { true } }

  func timeRange(_ key: String) throws(ProjectError) -> OTIOTimeRange? {
    if let node = self[key] { try OTIOTimeRange(node) } else { nil }
  }
}
