public import Foundation
internal import HeadroomImageIO

extension UIImage {
  /// The picture of a file among the resources of the program, `Bundle.main`: the folder of the program, where that has
  /// no bundle. Nil where there is none. Asset catalogues do not exist here; resources of packages lie in `Bundle.module`.
  ///
  /// - Parameter name: with or without the ending, which may be that of any format; without one PNG comes first. Of
  ///   `name@2x.png` and the like, the one for the main screen is taken, which also states the scale.
  public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

  /// As ``init(named:)``, of another bundle.
  ///
  /// - Parameters:
  ///   - name: the file's.
  ///   - bundle: nil for `Bundle.main`.
  ///   - traitCollection: its scale decides between files; nil for the main screen's.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    let wanted = traitCollection?.displayScale ?? 0
    let resources = ImageResources(bundle ?? Bundle.main)
    guard let found = resources.file(name, scale: wanted > 0 ? wanted : MainScreen.scale),
      let source = try? CGImageSource(url: found.url)
    else { return nil }
    self.init(source, scale: found.scale)
  }

  /// The system's symbols do not exist here.
  @available(*, unavailable, message: "there are no SF Symbols on Linux; use init(named:) with a picture of your own")
  public convenience init?(systemName name: String) { return nil }
}

extension UIColor {
  /// Contexts here have no patterns as colours.
  @available(*, unavailable, message: "fill with UIImage.drawAsPattern(in:) instead")
  public convenience init(patternImage image: UIImage) { self.init(white: 0, alpha: 0) }
}

extension NSColor {
  /// Contexts here have no patterns as colours.
  @available(*, unavailable, message: "draw the image side by side instead")
  public convenience init(patternImage image: NSImage) { self.init(white: 0, alpha: 0) }
}

extension NSImage {
  /// The system's symbols do not exist here.
  @available(*, unavailable, message: "there are no SF Symbols on Linux; use init(named:) with a picture of your own")
  public convenience init?(systemSymbolName name: String, accessibilityDescription description: String?) { return nil }

  /// The picture of a file among the resources of the program; see ``UIImage/init(named:)``. The size in points is that
  /// of the pixels divided by the file's scale.
  public convenience init?(named name: String) {
    guard let found = ImageResources(Bundle.main).file(name, scale: MainScreen.scale) else { return nil }
    self.init(contentsOf: found.url)
    size = CGSize(width: size.width / found.scale, height: size.height / found.scale)
  }

  /// The name of an image.
  public typealias Name = String
}

/// The pictures among the resources of a bundle.
struct ImageResources {
  private let folder: URL?

  init(_ bundle: Bundle) { folder = bundle.resourceURL }

  /// PNG first, as UIKit looks for it; then the formats that apps ship.
  private static let endings = ["png", "jpg", "jpeg", "heic", "avif", "jxl", "webp", "gif", "tiff", "tif", "bmp"]

  /// The file of a name for a scale, and the scale that its name states. Names that leave the folder are refused.
  func file(_ name: String, scale: CGFloat) -> (url: URL, scale: CGFloat)? {
    guard let folder, !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      return nil
    }
    let ending = (name as NSString).pathExtension
    let isEnding = Self.endings.contains(ending.lowercased())
    let stem = isEnding ? (name as NSString).deletingPathExtension : name
    for ending in isEnding ? [ending] : Self.endings {
      for scale in Self.order(scale) {
        let mark = scale == 1 ? "" : "@\(scale)x"
        let url = folder.appendingPathComponent("\(stem)\(mark).\(ending)")
        if FileManager.default.fileExists(atPath: url.path) { return (url, Self.scale(ofName: stem + mark)) }
      }
    }
    return nil
  }

  /// The scale that a name without ending states.
  static func scale(ofName name: String) -> CGFloat { name.hasSuffix("@2x") ? 2 : name.hasSuffix("@3x") ? 3 : 1 }

  /// Scales by how well they suit one: itself, sharper ones, then coarser ones.
  private static func order(_ scale: CGFloat) -> [Int] {
    let wanted = Int(min(max(scale.rounded(.up), 1), 3))
    return [1, 2, 3].sorted { first, second in
      (first < wanted ? 3 + wanted - first : first - wanted) < (second < wanted ? 3 + wanted - second : second - wanted)
    }
  }
}
