import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

struct UIViewTests {
  private let state = DisplayState(potentialHeadroom: 8, currentHeadroom: 4)

  @Test func placesAreThoseOfTheLayer() {
    let view = UIView(frame: CGRect(x: 30, y: 20, width: -10, height: 40))
    #expect(view.frame == CGRect(x: 20, y: 20, width: 10, height: 40))
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 10, height: 40))
    #expect(view.center == CGPoint(x: 25, y: 40))
    view.bounds = CGRect(x: 5, y: 5, width: 20, height: 20)
    #expect(view.frame == CGRect(x: 15, y: 30, width: 20, height: 20))
    #expect(view.layer.frame == view.frame)
  }

  @Test func aTreeHasNoCirclesAndAViewOnePlace() {
    let (a, b, c) = (UIView(), UIView(), UIView())
    a.addSubview(b)
    b.addSubview(c)
    c.addSubview(a)
    a.addSubview(a)
    #expect(a.superview == nil && c.subviews.isEmpty)
    a.insertSubview(c, at: -7)
    #expect(a.subviews == [c, b] && b.subviews.isEmpty)
    #expect(a.layer.sublayers?.first === c.layer)
    #expect(c.isDescendant(of: a) && !a.isDescendant(of: c))
    c.removeFromSuperview()
    #expect(c.superview == nil && a.layer.sublayers?.count == 1)
  }

  @Test func aTreeIsShownAsItStands() throws {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    root.contentScaleFactor = 2
    root.backgroundColor = UIColor(white: 1, alpha: 1)
    let child = UIView(frame: CGRect(x: 10, y: 0, width: 5, height: 5))
    child.backgroundColor = .red
    let faint = UIView(frame: CGRect(x: 0, y: 5, width: 5, height: 5))
    faint.backgroundColor = .black
    faint.alpha = 0.5
    let hidden = UIView(frame: root.bounds)
    hidden.backgroundColor = .blue
    hidden.isHidden = true
    for view in [child, faint, hidden] { root.addSubview(view) }
    let image = try #require(root.emission(on: state))
    #expect(image.width == 40 && image.height == 20)
    #expect(TestPictures.light(of: image, 2, 2) == SIMD3(1, 1, 1))
    #expect(TestPictures.light(of: image, 22, 2).y < 0.01)
    #expect(abs(TestPictures.light(of: image, 2, 15).x - 0.5) < 0.01)
    #expect(child.contentScaleFactor == 2)
  }

  @Test func viewsDrawAboveWhiteWhenTheirLayerMay() throws {
    final class Bright: UIView {
      var count = 0
      override func draw(_ rect: CGRect) {
        count += 1
        UIColor(red: 2, green: 2, blue: 2, alpha: 1).setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: rect.width, height: 2))
      }
    }
    let view = Bright(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
    let dim = try #require(view.emission(on: state))
    #expect(TestPictures.light(of: dim, 4, 1).x <= 1)
    view.layer.preferredDynamicRange = .high
    let bright = try #require(view.emission(on: state))
    #expect(TestPictures.light(of: bright, 4, 1).x > 1.5)
    #expect(TestPictures.light(of: bright, 4, 5).x == 0)
    #expect(view.count == 1)
    view.setNeedsDisplay()
    _ = view.emission(on: state)
    #expect(view.count == 2)
  }

  @Test func contentsThatWereSetAreNotDrawnOver() throws {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
    view.layer.contents = TestPictures.pixels(peak: 0.9)
    #expect(isNear(view.emission(on: state)?.peak, 0.9, within: 0.01))
  }

  @Test func layoutHappensBeforeShowing() throws {
    final class Container: UIView {
      let child = UIView()
      override func layoutSubviews() {
        child.frame = CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height)
      }
    }
    let view = Container(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.child.backgroundColor = .white
    view.addSubview(view.child)
    view.frame.size.width = 20
    let image = try #require(view.emission(on: state))
    #expect(TestPictures.light(of: image, 9, 5).x == 1)
    #expect(TestPictures.light(of: image, 10, 5).x == 0)
  }

  @Test func layerClassesAreTheSubclasses() {
    final class Own: CALayer {}
    final class OwnView: UIView {
      override class var layerClass: AnyClass { Own.self }
    }
    final class OddView: UIView {
      override class var layerClass: AnyClass { NSObject.self }
    }
    #expect(OwnView().layer is Own)
    #expect(type(of: OddView().layer) == CALayer.self)
  }

  @Test(arguments: [CGFloat.nan, .infinity, -1, 0, 1e12]) func oddPlacesShowNothingOrSomethingButEnd(number: CGFloat) {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
    root.backgroundColor = .white
    let child = UIView(frame: CGRect(x: number, y: 0, width: number, height: 4))
    child.backgroundColor = .red
    child.contentScaleFactor = number
    root.addSubview(child)
    #expect(root.emission(on: state)?.width == 8)
    let wide = UIView(frame: CGRect(x: 0, y: 0, width: number, height: number))
    wide.backgroundColor = .white
    // A size of -1 is one of 1 from the other corner.
    #expect((wide.emission(on: state) == nil) == (number != -1))
  }
}
