// `import IOSurface` of a client that passes `-module-alias IOSurface=AppleIOSurface`.
@_exported public import Foundation
@_exported public import Headroom
