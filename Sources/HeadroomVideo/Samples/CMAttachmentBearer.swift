public import HeadroomGraphics
internal import Synchronization

/// How values are attached; see ``kCMAttachmentMode_ShouldPropagate``.
public typealias CMAttachmentMode = UInt32

/// The value stays on its object.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The value is copied to objects that are made of this one.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// An object that carries values under keys: a sample buffer, a block buffer, a pixel buffer.
public protocol CMAttachmentBearerProtocol: AnyObject {
  /// What is attached.
  var attachments: CMAttachmentBearerAttachments { get }
  /// Copies the values that propagate to another object, in place of those with the same keys.
  func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T)
}

extension CMAttachmentBearerProtocol {
  public func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T) {
    CMPropagateAttachments(self, destination: destination)
  }
}

/// An object that carries values under keys, in C-style functions.
public typealias CMAttachmentBearer = any CMAttachmentBearerProtocol

/// The values of an object. Reading and writing reach the object itself.
public struct CMAttachmentBearerAttachments {
  /// Whether values are copied to objects that are made of this one.
  public enum Mode: Hashable, Sendable {
    case shouldNotPropagate
    case shouldPropagate
  }

  /// A value and its mode.
  public enum Value {
    case shouldNotPropagate(Any)
    case shouldPropagate(Any)

    /// What is attached.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  let store: any AttachmentStore

  init(_ store: any AttachmentStore) { self.store = store }

  /// The values that are copied.
  public var propagated: [String: Any] { store.attached(mode: .shouldPropagate) }
  /// The values that stay.
  public var nonPropagated: [String: Any] { store.attached(mode: .shouldNotPropagate) }

  /// The value of a key; nil removes it.
  public subscript(key: String) -> Value? {
    get {
      store.attached(key).map { value, mode in
        mode == .shouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
      }
    }
    nonmutating set {
      let propagates = newValue?.mode == .shouldPropagate
      store.attach(newValue?.value, key, mode: propagates ? .shouldPropagate : .shouldNotPropagate)
    }
  }

  /// The value of a key; nil removes it.
  public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }

  /// Attaches several values.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    for (key, value) in attachments {
      self[key] = mode == .shouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
    }
  }

  /// Removes everything.
  public func removeAll() { store.detachAll() }
}

/// What holds attached values.
protocol AttachmentStore: AnyObject {
  func attached(_ key: String) -> (value: Any, mode: CVAttachmentMode)?
  func attached(mode: CVAttachmentMode) -> [String: Any]
  func attach(_ value: Any?, _ key: String, mode: CVAttachmentMode)
  func detachAll()
}

/// The values of an object of Core Media. Sendable: it exists only behind a lock; values never change by convention.
struct CarriedAttachments: @unchecked Sendable {
  var entries: [String: (value: Any, mode: CVAttachmentMode)] = [:]

  /// Those that are copied.
  var propagating: CarriedAttachments {
    CarriedAttachments(entries: entries.filter { $0.value.mode == .shouldPropagate })
  }
}

/// An object of Core Media that carries values.
protocol AttachmentCarrier: AttachmentStore, Sendable {
  var carried: CarriedAttachmentsBox { get }
}

/// Values behind a lock.
final class CarriedAttachmentsBox: Sendable {
  let values: Mutex<CarriedAttachments>

  init(_ values: CarriedAttachments = CarriedAttachments()) { self.values = Mutex(values) }
}

extension AttachmentCarrier {
  func attached(_ key: String) -> (value: Any, mode: CVAttachmentMode)? { carried.values.withLock { $0 }.entries[key] }

  func attached(mode: CVAttachmentMode) -> [String: Any] {
    carried.values.withLock { $0 }.entries.filter { $0.value.mode == mode }.mapValues(\.value)
  }

  func attach(_ value: Any?, _ key: String, mode: CVAttachmentMode) {
    var one = CarriedAttachments()
    if let value { one.entries[key] = (value, mode) }
    let added = one
    carried.values.withLock { $0.entries[key] = added.entries[key] }
  }

  func detachAll() { carried.values.withLock { $0.entries.removeAll() } }
}

extension CMBlockBuffer: CMAttachmentBearerProtocol, AttachmentCarrier {
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(self) }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol, AttachmentCarrier {
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(self) }
}

extension CVPixelBuffer: CMAttachmentBearerProtocol, AttachmentStore {
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(self) }

  func attached(_ key: String) -> (value: Any, mode: CVAttachmentMode)? {
    var mode = CVAttachmentMode.shouldNotPropagate
    return unsafe CVBufferCopyAttachment(self, key, &mode).map { ($0, mode) }
  }

  func attached(mode: CVAttachmentMode) -> [String: Any] { CVBufferCopyAttachments(self, mode) ?? [:] }

  func attach(_ value: Any?, _ key: String, mode: CVAttachmentMode) {
    if let value { CVBufferSetAttachment(self, key, value, mode) } else { CVBufferRemoveAttachment(self, key) }
  }

  func detachAll() { CVBufferRemoveAllAttachments(self) }
}
