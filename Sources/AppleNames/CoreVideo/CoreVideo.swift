// `import CoreVideo` of a client that passes `-module-alias CoreVideo=AppleCoreVideo`.
@_exported public import Foundation
@_exported public import Headroom
