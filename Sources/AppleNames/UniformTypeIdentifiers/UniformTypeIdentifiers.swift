// `import UniformTypeIdentifiers` of a client that passes `-module-alias UniformTypeIdentifiers=AppleUniformTypeIdentifiers`.
@_exported public import Foundation
@_exported public import Headroom
