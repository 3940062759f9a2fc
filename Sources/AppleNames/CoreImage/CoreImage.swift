// `import CoreImage` of a client that passes `-module-alias CoreImage=AppleCoreImage`.
@_exported public import Foundation
@_exported public import Headroom
