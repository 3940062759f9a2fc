// `import Metal` of a client that passes `-module-alias Metal=AppleMetal`.
@_exported public import Foundation
@_exported public import Headroom
