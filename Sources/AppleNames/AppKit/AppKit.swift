// `import AppKit` of a client that passes `-module-alias AppKit=AppleAppKit`.
@_exported public import Foundation
@_exported public import Headroom
