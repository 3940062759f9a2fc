// `import MetalKit` of a client that passes `-module-alias MetalKit=AppleMetalKit`.
@_exported public import Foundation
@_exported public import Headroom
