// `import ImageIO` of a client that passes `-module-alias ImageIO=AppleImageIO`.
@_exported public import Foundation
@_exported public import Headroom
