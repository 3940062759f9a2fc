// `import MobileCoreServices` of a client that passes `-module-alias MobileCoreServices=AppleMobileCoreServices`.
@_exported public import Foundation
@_exported public import Headroom
