// `import UIKit` of a client that passes `-module-alias UIKit=AppleUIKit`.
@_exported public import Foundation
@_exported public import Headroom
