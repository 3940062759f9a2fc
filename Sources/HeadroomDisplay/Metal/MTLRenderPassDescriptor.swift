/// What a pass does with a texture before it draws.
public enum MTLLoadAction: UInt, Sendable {
  /// Anything may be there; here that is what was there before.
  case dontCare = 0
  /// What was there stays.
  case load = 1
  /// The clear colour is everywhere.
  case clear = 2
}

/// What a pass does with a texture in the end. Memory keeps what was drawn in any case.
public enum MTLStoreAction: UInt, Sendable {
  case dontCare = 0
  case store = 1
}

/// A texture that a pass draws into.
public final class MTLRenderPassColorAttachmentDescriptor {
  /// Nil for none.
  public var texture: (any MTLTexture)?
  /// 0, the full size.
  public var level = 0
  /// Default `dontCare`.
  public var loadAction = MTLLoadAction.dontCare
  /// Default `store`.
  public var storeAction = MTLStoreAction.store
  /// Default opaque black.
  public var clearColor = MTLClearColor(red: 0, green: 0, blue: 0, alpha: 1)

  public init() {}
}

/// The eight attachments of a pass.
public final class MTLRenderPassColorAttachmentDescriptorArray {
  private var attachments = (0..<8).map { _ in MTLRenderPassColorAttachmentDescriptor() }

  /// An attachment, 0...7; others are a mistake of the program. Setting nil empties it.
  public subscript(index: Int) -> MTLRenderPassColorAttachmentDescriptor! {
    get {
      check(index)
      return attachments[index]
    }
    set {
      check(index)
      attachments[index] = newValue ?? MTLRenderPassColorAttachmentDescriptor()
    }
  }

  private func check(_ index: Int) {
    precondition(attachments.indices.contains(index), "MTLRenderPassDescriptor: attachment \(index), there are 0...7")
  }

  var all: [MTLRenderPassColorAttachmentDescriptor] { attachments }
}

/// What a pass draws into.
public final class MTLRenderPassDescriptor {
  public let colorAttachments = MTLRenderPassColorAttachmentDescriptorArray()

  public init() {}
}
