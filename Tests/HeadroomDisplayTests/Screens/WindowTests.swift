import Foundation
import HeadroomDisplay
import Testing

struct WindowTests {
  private let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)

  @Test func aSceneKnowsTheWindowsThatAreThere() {
    let scene = display.makeWindowScene()
    #expect(scene.screen === display.screen && scene.windows.isEmpty)
    let first = UIWindow(windowScene: scene)
    do {
      let second = UIWindow(windowScene: scene)
      second.makeKeyAndVisible()
      #expect(scene.windows.count == 2 && scene.keyWindow === second && !first.isKeyWindow)
    }
    #expect(scene.windows.elementsEqual([first]), "the other one is gone")
    #expect(scene.keyWindow == nil)
  }

  @Test func aWindowGoesFromSceneToScene() {
    let (one, other) = (display.makeWindowScene(), SimulatedDisplay(.proDisplayXDR).makeWindowScene())
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(window.windowScene == nil && !window.isKeyWindow)
    window.windowScene = one
    window.makeKeyAndVisible()
    window.windowScene = other
    #expect(one.windows.isEmpty && one.keyWindow == nil && other.windows.elementsEqual([window]))
    #expect(window.screen === other.screen && !window.isKeyWindow)
    window.windowScene = nil
    #expect(other.windows.isEmpty)
  }

  @Test func aWindowKeepsItsScene() {
    let window = display.makeWindow()
    #expect(window.windowScene != nil && window.screen === display.screen)
    #expect(window.frame == display.screen.bounds)
  }

  @Test func viewsKnowTheirWindow() {
    let (window, outer, inner) = (display.makeWindow(), UIView(), UIView())
    outer.addSubview(inner)
    #expect(inner.window == nil && window.window === window)
    window.addSubview(outer)
    #expect(inner.window === window)
  }

  @Test func pixelsPerPointAreTheScreens() {
    let panel = PanelModel(potentialHeadroom: 2, currentHeadroom: 2)
    let sharp = SimulatedDisplay(name: "P", size: CGSize(width: 2000, height: 1000), scale: 2, panel: panel)
    let (window, view) = (sharp.makeWindow(), UIView())
    window.addSubview(view)
    #expect(window.contentScaleFactor == 2 && view.contentScaleFactor == 2)
    window.contentScaleFactor = 3
    #expect(view.contentScaleFactor == 3)
    window.contentScaleFactor = 0
    #expect(view.contentScaleFactor == 2)
  }
}
