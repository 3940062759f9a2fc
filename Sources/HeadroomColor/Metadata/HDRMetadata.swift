/// All static HDR metadata a picture or stream can carry; each part is nil when the file has none.
public struct HDRMetadata: Hashable, Sendable {
  /// The display it was mastered on.
  public var mastering: MasteringDisplayColorVolume?
  /// How bright it gets.
  public var lightLevel: ContentLightLevel?
  /// The room it is meant to be seen in.
  public var ambient: AmbientViewingEnvironment?
  /// The luminance of its diffuse white.
  public var diffuseWhite: NominalDiffuseWhite?
  /// The surround it was mastered in.
  public var reference: ReferenceViewingEnvironment?
  /// The colour volume it uses.
  public var colorVolume: ContentColorVolume?

  /// Makes metadata from its parts.
  public init(
    mastering: MasteringDisplayColorVolume? = nil, lightLevel: ContentLightLevel? = nil,
    ambient: AmbientViewingEnvironment? = nil, diffuseWhite: NominalDiffuseWhite? = nil,
    reference: ReferenceViewingEnvironment? = nil, colorVolume: ContentColorVolume? = nil
  ) {
    self.mastering = mastering
    self.lightLevel = lightLevel
    self.ambient = ambient
    self.diffuseWhite = diffuseWhite
    self.reference = reference
    self.colorVolume = colorVolume
  }

  /// Whether no part is present.
  public var isEmpty: Bool { self == HDRMetadata() }
}
