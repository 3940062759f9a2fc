// `import CoreGraphics` of a client that passes `-module-alias CoreGraphics=AppleCoreGraphics`.
@_exported public import Foundation
@_exported public import Headroom
