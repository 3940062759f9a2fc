/// The luminance that linear 1.0 stands for.
public enum ReferenceWhite {
  /// HDR reference white in cd/m² (BT.2408, graphics white): 203.
  public static let nits = 203.0
  /// The headroom assumed for PQ and HLG content when nothing states one, as a linear ratio: 1000/203.
  public static let defaultHeadroom = 1000.0 / 203.0
  /// The linear value of scRGB 1.0, which is 80 cd/m² (IEC 61966-2-2).
  public static let scRGBScale = 80.0 / 203.0
}
