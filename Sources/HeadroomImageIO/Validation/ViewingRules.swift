internal import HeadroomColor
internal import HeadroomContainers

/// Checks ambient light, reference environment and diffuse white (ISO 22028-5).
enum ViewingRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    ambient(subject) + reference(subject) + diffuseWhite(subject)
  }

  private static func isInDiagram(_ point: Chromaticity) -> Bool {
    point.x > 0 && point.y > 0 && point.x + point.y <= 1
  }

  private static func ambient(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let ambient = subject.info.hdr.ambient else { return [] }
    guard ambient.illuminanceLux > 0, isInDiagram(ambient.light) else {
      return [
        subject.finding(
          "ambient.range", .warning,
          "\(ambient.illuminanceLux.rounded4) lux of light at \(ambient.light.x.rounded4), \(ambient.light.y.rounded4) "
            + "is no room", part: "ambient", at: "amve")
      ]
    }
    return []
  }

  private static func reference(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let reference = subject.info.hdr.reference else { return [] }
    guard isInDiagram(reference.surroundLight), isInDiagram(reference.peripheryLight) else {
      return [
        subject.finding(
          "reference-environment.range", .warning, "a chromaticity lies outside the diagram",
          part: "reference environment", at: "reve")
      ]
    }
    return []
  }

  private static func diffuseWhite(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let white = subject.info.hdr.diffuseWhite else { return [] }
    guard white.nits >= 1, white.nits <= 10_000 else {
      return [
        subject.finding(
          "diffuse-white.range", .warning, "\(white.nits.rounded4) cd/m² is no diffuse white", part: "diffuse white",
          at: "ndwt")
      ]
    }
    return []
  }
}
