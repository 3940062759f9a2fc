import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

@Suite("Members of views")
struct ViewMemberTests {
  @Test("Subviews follow their superview's size by their masks")
  func autoresizing() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    func child(_ frame: CGRect, _ mask: UIView.AutoresizingMask) -> UIView {
      let view = UIView(frame: frame)
      view.autoresizingMask = mask
      root.addSubview(view)
      return view
    }
    let whole = child(CGRect(x: 0, y: 0, width: 100, height: 100), [.flexibleWidth, .flexibleHeight])
    let corner = child(CGRect(x: 80, y: 80, width: 10, height: 10), [.flexibleLeftMargin, .flexibleTopMargin])
    let middle = child(
      CGRect(x: 40, y: 10, width: 20, height: 10), [.flexibleLeftMargin, .flexibleRightMargin])
    let fixed = child(CGRect(x: 5, y: 5, width: 10, height: 10), [])
    root.frame.size = CGSize(width: 200, height: 150)
    #expect(whole.frame == CGRect(x: 0, y: 0, width: 200, height: 150))
    #expect(corner.frame == CGRect(x: 180, y: 130, width: 10, height: 10))
    #expect(middle.frame == CGRect(x: 90, y: 10, width: 20, height: 10))
    #expect(fixed.frame == CGRect(x: 5, y: 5, width: 10, height: 10))
    root.autoresizesSubviews = false
    root.frame.size = CGSize(width: 20, height: 15)
    #expect(whole.frame.width == 200)
  }

  @Test("Subviews are put in order and found by their tags")
  func order() {
    let (root, first, second, third) = (UIView(), UIView(), UIView(), UIView())
    root.addSubview(first)
    root.addSubview(second)
    root.insertSubview(third, belowSubview: second)
    #expect(root.subviews == [first, third, second])
    root.bringSubviewToFront(first)
    root.sendSubviewToBack(second)
    #expect(root.subviews == [second, third, first])
    root.insertSubview(second, aboveSubview: third)
    #expect(root.subviews == [third, second, first])
    second.tag = 7
    #expect(root.viewWithTag(7) === second && root.viewWithTag(8) == nil && root.viewWithTag(0) === root)
    third.clipsToBounds = true
    #expect(third.layer.masksToBounds)
    root.sendSubviewToBack(UIView())
    #expect(root.subviews.count == 3)
  }

  @Test("Views come from coders too")
  func coders() throws {
    let archive = try NSKeyedArchiver.archivedData(withRootObject: NSNumber(value: 1), requiringSecureCoding: true)
    let coder = try NSKeyedUnarchiver(forReadingFrom: archive)
    for view in [UIView(coder: coder), UIImageView(coder: coder), UIWindow(coder: coder), NSImageView(coder: coder)] {
      #expect(view?.frame == .zero && view?.layer.delegate === view)
    }
    let metal = MTKView(coder: coder)
    #expect(metal.layer is CAMetalLayer)
    metal.isPaused = true
  }

  @Test("A drawable's size that the program sets lasts until the view's size changes")
  func drawableSize() {
    let view = MTKView(frame: CGRect(x: 0, y: 0, width: 20, height: 10), device: MTLCreateSystemDefaultDevice())
    view.isPaused = true
    view.drawableSize = CGSize(width: 64, height: 48)
    view.draw()
    view.draw()
    #expect(view.drawableSize == CGSize(width: 64, height: 48))
    view.frame.origin.x = 5
    view.draw()
    #expect(view.drawableSize == CGSize(width: 64, height: 48))
    view.frame.size.width = 30
    #expect(view.drawableSize == CGSize(width: 30, height: 10))
    view.drawableSize = CGSize(width: 64, height: 48)
    view.contentScaleFactor = 2
    #expect(view.drawableSize == CGSize(width: 60, height: 20))
  }
}
