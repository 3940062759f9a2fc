public import HeadroomImage

extension CIColor {
  /// A colour of UIKit's, in its own space.
  public convenience init(color: UIColor) { self.init(cgColor: color.cgColor) }
}
