// `import QuartzCore` of a client that passes `-module-alias QuartzCore=AppleQuartzCore`.
@_exported public import Foundation
@_exported public import Headroom
