// `import VideoToolbox` of a client that passes `-module-alias VideoToolbox=AppleVideoToolbox`.
@_exported public import Foundation
@_exported public import Headroom
