// `import AVFoundation` of a client that passes `-module-alias AVFoundation=AppleAVFoundation`.
@_exported public import Foundation
@_exported public import Headroom
