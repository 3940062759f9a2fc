internal import Foundation

/// The page's files, carried in the code.
package enum ViewerPage {
  /// The page itself.
  package static var index: [UInt8] { PackageResources.index_html }
}
