/// What the colours of a picture describe: the `ciis` tag of an ICC profile (ICC.1:2022, 9.2.10).
///
/// ISO/TS 22028-5 lets an HLG picture say that it is scene-referred; containers have no field for that, but the profile
/// has. It does not change how the picture is shown: the reader applies HLG's display step in either case.
public enum ICCImageState: String, CaseIterable, Hashable, Sendable {
  /// Light of the scene, as far as the camera could tell.
  case sceneColorimetry = "scoe"
  /// How the scene looked.
  case sceneAppearance = "sape"
  /// Light on the camera's focal plane, with its flare.
  case focalPlane = "fpce"
  /// An original on paper or film.
  case reflectionHardcopy = "rhoc"
  /// A print.
  case reflectionPrint = "rpoc"

  /// Whether the colours are those of a scene, not of a rendition of it.
  public var isSceneReferred: Bool {
    switch self {
    case .sceneColorimetry, .sceneAppearance, .focalPlane: true
    case .reflectionHardcopy, .reflectionPrint: false
    }
  }
}
