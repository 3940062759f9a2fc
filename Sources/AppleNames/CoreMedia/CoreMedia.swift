// `import CoreMedia` of a client that passes `-module-alias CoreMedia=AppleCoreMedia`.
@_exported public import Foundation
@_exported public import Headroom
