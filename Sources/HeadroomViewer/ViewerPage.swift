internal import Foundation

/// The page's files, carried in the code.
package enum ViewerPage {
  /// The page itself.
  package static var index: [UInt8] { PackageResources.index_html }

  /// Every file of the folder `Page`, by its name.
  package static let files: [String: [UInt8]] = [
    "index.html": PackageResources.index_html
  ]

  /// What a file is, by its extension.
  package static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
