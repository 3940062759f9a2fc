/// What a pass does with a texture at its beginning.
public enum MTLLoadAction: UInt, Sendable {
  /// The contents are undefined; here the texture keeps its contents.
  case dontCare = 0
  /// The texture keeps its contents.
  case load = 1
  /// The texture is filled with the clear colour.
  case clear = 2
}

/// What a pass does with a texture at its end. Here memory always keeps the drawn pixels.
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

  /// An attachment, 0...7; other indexes are a programming error. Setting nil empties it.
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

/// The targets of a pass.
public final class MTLRenderPassDescriptor {
  public let colorAttachments = MTLRenderPassColorAttachmentDescriptorArray()

  public init() {}
}
