#if Viewer
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOSSL
  internal import NIOWebSocket

  package enum ViewerServer {}
#endif
