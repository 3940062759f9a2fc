"""What other libraries have of Core Image's filters: the same operation, or the nearest that they have.

Each row: the filter, the parameters that ours gets (its defaults where none are given), and a job for each library. A job of
OpenCV or scikit-image takes the module, the picture (height x width x 4 floats), a second picture and a target that has been
touched; one of libvips the picture and a second one, and gives an image; one of GEGL is a list of operations.
"""

import resource
import sys
import time

R = {"inputRadius": 10}


def gegl(operation, **properties):
    return [(operation, {name.replace("_", "-"): value for name, value in properties.items()})]


def blend(operation):
    return [(operation, {"aux": "second"})]


def kernel(numpy, size):
    values = numpy.arange(size * size, dtype="f4").reshape(size, size)
    return values / values.sum()


WEIGHTS = (0.2126, 0.7152, 0.0722)


def saturation(amount):
    return [[(1 - amount) * weight + (amount if row == column else 0) for column, weight in enumerate(WEIGHTS)] + [0]
            for row in range(3)] + [[0, 0, 0, 1]]


def opencv_matrix(cv, image, _, target):
    import numpy
    cv.transform(image, numpy.array(saturation(1.3), "f4"), dst=target)


def convolved(size):
    def run(cv, image, _, target):
        import numpy
        cv.filter2D(image, -1, kernel(numpy, size), dst=target, borderType=cv.BORDER_REPLICATE)
    return run


def vips_convolved(size):
    def run(image, _):
        import numpy
        import pyvips
        return image.conv(pyvips.Image.new_from_array(kernel(numpy, size).tolist()), precision="float")
    return run


def weights(size):
    return {"inputWeights": [index / (size * size * (size * size - 1) / 2) for index in range(size * size)]}


def unsharp(cv, image, _, target):
    cv.GaussianBlur(image, (0, 0), 2.5, dst=target, borderType=cv.BORDER_REPLICATE)
    cv.addWeighted(image, 1.5, target, -0.5, 0, dst=target)


def pixellated(cv, image, _, target):
    height, width = image.shape[:2]
    small = cv.resize(image, (width // 8, height // 8), interpolation=cv.INTER_AREA)
    cv.resize(small, (width, height), dst=target, interpolation=cv.INTER_NEAREST)


def sobel(cv, image, _, target):
    cv.Sobel(image, -1, 1, 0, dst=target)
    cv.Sobel(image, -1, 0, 1)


def distance(cv, image, _, target):
    import numpy
    mask = (image[:, :, 0] < 0.5).astype(numpy.uint8)
    cv.distanceTransform(mask, cv.DIST_L2, cv.DIST_MASK_PRECISE)


def composite(mode):
    return lambda image, second: second.composite2(image, mode, premultiplied=True)


def extreme(name):
    return lambda cv, image, _, target: getattr(image.reshape(-1, 4), name)(axis=0)


ELEMENT = {"inputWidth": 9, "inputHeight": 9}


def dilated(name):
    def run(cv, image, _, target):
        element = cv.getStructuringElement(cv.MORPH_RECT, (9, 9))
        getattr(cv, name)(image, element, dst=target, borderType=cv.BORDER_REPLICATE)
    return run


def disc(name):
    def run(cv, image, _, target):
        element = cv.getStructuringElement(cv.MORPH_ELLIPSE, (11, 11))
        getattr(cv, name)(image, element, dst=target, borderType=cv.BORDER_REPLICATE)
    return run


def rotated(cv, image, _, target):
    import numpy
    matrix = numpy.array([[0.9, -0.3, 200], [0.3, 0.9, 100]], "f4")
    cv.warpAffine(image, matrix, (image.shape[1], image.shape[0]), dst=target, flags=cv.INTER_LINEAR)


TURN = {"inputTransform": [0.9, 0.3, -0.3, 0.9, 200, 100]}

JOBS = {
    # Blurs.
    "CIBoxBlur": (R, {
        "opencv": lambda cv, image, _, target: cv.boxFilter(
            image, -1, (11, 11), dst=target, borderType=cv.BORDER_REPLICATE),
        "gegl": gegl("gegl:box-blur", radius=5)}),
    "CIGaussianBlur": (R, {
        "opencv": lambda cv, image, _, target: cv.GaussianBlur(
            image, (0, 0), 10, dst=target, borderType=cv.BORDER_REPLICATE),
        "gegl": gegl("gegl:gaussian-blur", std_dev_x=10.0, std_dev_y=10.0),
        "vips": lambda image, _: image.gaussblur(10, precision="float", min_ampl=0.001),
        "skimage": lambda ski, image, _, target: ski.filters.gaussian(image, 10, mode="nearest", channel_axis=2)}),
    "CIDiscBlur": ({"inputRadius": 8}, {"gegl": gegl("gegl:lens-blur", radius=8.0)}),
    "CIMotionBlur": ({"inputRadius": 20, "inputAngle": 0.5}, {
        "gegl": gegl("gegl:motion-blur-linear", length=40.0, angle=28.6)}),
    "CIZoomBlur": ({}, {"gegl": gegl("gegl:motion-blur-zoom", center_x=0.1, center_y=0.1, factor=0.05)}),
    "CIMedianFilter": ({}, {
        "opencv": lambda cv, image, _, target: cv.medianBlur(image, 3, dst=target),
        "gegl": gegl("gegl:median-blur", radius=1),
        "vips": lambda image, _: image.median(3)}),
    "CINoiseReduction": ({}, {"gegl": gegl("gegl:noise-reduction", iterations=4)}),
    "CIUnsharpMask": ({"inputRadius": 2.5, "inputIntensity": 0.5}, {
        "opencv": unsharp, "gegl": gegl("gegl:unsharp-mask", std_dev=2.5, scale=0.5),
        "skimage": lambda ski, image, _, target: ski.filters.unsharp_mask(image, 2.5, 0.5, True, channel_axis=2)}),
    "CIMorphologyRectangleMaximum": (ELEMENT, {"opencv": dilated("dilate")}),
    "CIMorphologyRectangleMinimum": (ELEMENT, {"opencv": dilated("erode")}),
    "CIMorphologyMaximum": ({"inputRadius": 5}, {"opencv": disc("dilate")}),
    "CIMorphologyMinimum": ({"inputRadius": 5}, {"opencv": disc("erode")}),
    "CIConvolution3X3": (weights(3), {
        "opencv": convolved(3), "vips": vips_convolved(3), "gegl": gegl("gegl:convolution-matrix")}),
    "CIConvolution5X5": (weights(5), {"opencv": convolved(5), "vips": vips_convolved(5)}),
    "CIConvolution7X7": (weights(7), {"opencv": convolved(7), "vips": vips_convolved(7)}),
    # Colours.
    "CIExposureAdjust": ({"inputEV": 0.5}, {
        "gegl": gegl("gegl:exposure", exposure=0.5),
        "vips": lambda image, _: image.linear([2 ** 0.5] * 3 + [1], [0] * 4),
        "opencv": lambda cv, image, _, target: cv.multiply(image, (1.414, 1.414, 1.414, 1), dst=target)}),
    "CIColorControls": ({"inputSaturation": 1.3, "inputContrast": 1.1}, {
        "gegl": gegl("gegl:saturation", scale=1.3) + gegl("gegl:brightness-contrast", contrast=1.1)}),
    "CIColorMatrix": ({"inputRVector": [0.9, 0.1, 0, 0], "inputGVector": [0, 0.9, 0.1, 0]}, {
        "opencv": opencv_matrix, "gegl": gegl("gegl:channel-mixer", rr_gain=0.9, rg_gain=0.1),
        "vips": lambda image, _: image.recomb(saturation(1.3))}),
    "CIGammaAdjust": ({"inputPower": 0.75}, {
        "opencv": lambda cv, image, _, target: cv.pow(image, 0.75, dst=target),
        "gegl": gegl("gegl:gamma", value=0.75),
        "vips": lambda image, _: image ** [0.75, 0.75, 0.75, 1],
        "skimage": lambda ski, image, _, target: ski.exposure.adjust_gamma(image, 0.75)}),
    "CIHueAdjust": ({"inputAngle": 0.5}, {"gegl": gegl("gegl:hue-chroma", hue=28.6)}),
    "CIHighlightShadowAdjust": ({"inputShadowAmount": 0.5, "inputHighlightAmount": 0.7, "inputRadius": 30}, {
        "gegl": gegl("gegl:shadows-highlights", shadows=50.0, highlights=-30.0, radius=30.0)}),
    "CITemperatureAndTint": ({"inputTargetNeutral": [5000, 0]}, {
        "gegl": gegl("gegl:color-temperature", original_temperature=6500.0, intended_temperature=5000.0)}),
    "CIColorInvert": ({}, {
        "gegl": gegl("gegl:invert-linear"), "vips": lambda image, _: image.linear([-1, -1, -1, 1], [1, 1, 1, 0])}),
    "CISepiaTone": ({}, {"gegl": gegl("gegl:sepia")}),
    "CIColorPosterize": ({}, {"gegl": gegl("gegl:posterize", levels=6)}),
    "CIColorThreshold": ({}, {
        "opencv": lambda cv, image, _, target: cv.threshold(image, 0.5, 1, cv.THRESH_BINARY, dst=target),
        "gegl": gegl("gegl:threshold", value=0.5)}),
    "CIVignette": ({"inputIntensity": 1, "inputRadius": 1}, {"gegl": gegl("gegl:vignette")}),
    "CIPhotoEffectMono": ({}, {"gegl": gegl("gegl:mono-mixer")}),
    "CIDither": ({}, {"gegl": gegl("gegl:dither")}),
    "CIConvertRGBtoLab": ({}, {
        "opencv": lambda cv, image, _, target: cv.cvtColor(image[:, :, :3], cv.COLOR_LRGB2Lab),
        "skimage": lambda ski, image, _, target: ski.color.rgb2lab(image[:, :, :3])}),
    "CILabDeltaE": ({}, {
        "skimage": lambda ski, image, second, target: ski.color.deltaE_cie76(
            ski.color.rgb2lab(image[:, :, :3]), ski.color.rgb2lab(second[:, :, :3]))}),
    # Two pictures.
    "CIAdditionCompositing": ({}, {
        "opencv": lambda cv, image, second, target: cv.add(image, second, dst=target), "gegl": blend("gegl:add"),
        "vips": lambda image, second: image + second}),
    "CIMultiplyCompositing": ({}, {
        "opencv": lambda cv, image, second, target: cv.multiply(image, second, dst=target),
        "gegl": blend("gegl:multiply"), "vips": lambda image, second: image * second}),
    "CIMaximumCompositing": ({}, {
        "opencv": lambda cv, image, second, target: cv.max(image, second, dst=target)}),
    "CIMinimumCompositing": ({}, {
        "opencv": lambda cv, image, second, target: cv.min(image, second, dst=target)}),
    "CIColorAbsoluteDifference": ({}, {
        "opencv": lambda cv, image, second, target: cv.absdiff(image, second, dst=target)}),
    "CIDissolveTransition": ({"inputTime": 0.5}, {
        "opencv": lambda cv, image, second, target: cv.addWeighted(image, 0.5, second, 0.5, 0, dst=target)}),
    "CISourceOverCompositing": ({}, {"gegl": blend("svg:src-over"), "vips": composite("over")}),
    "CISourceAtopCompositing": ({}, {"gegl": blend("svg:src-atop"), "vips": composite("atop")}),
    "CISourceInCompositing": ({}, {"gegl": blend("svg:src-in"), "vips": composite("in")}),
    "CISourceOutCompositing": ({}, {"gegl": blend("svg:src-out"), "vips": composite("out")}),
    "CIMultiplyBlendMode": ({}, {"vips": composite("multiply")}),
    "CIScreenBlendMode": ({}, {"gegl": blend("svg:screen"), "vips": composite("screen")}),
    "CIOverlayBlendMode": ({}, {"gegl": blend("svg:overlay"), "vips": composite("overlay")}),
    "CIDarkenBlendMode": ({}, {"gegl": blend("svg:darken"), "vips": composite("darken")}),
    "CILightenBlendMode": ({}, {"gegl": blend("svg:lighten"), "vips": composite("lighten")}),
    "CIColorDodgeBlendMode": ({}, {"gegl": blend("svg:color-dodge"), "vips": composite("colour-dodge")}),
    "CIColorBurnBlendMode": ({}, {"gegl": blend("svg:color-burn"), "vips": composite("colour-burn")}),
    "CIHardLightBlendMode": ({}, {"gegl": blend("svg:hard-light"), "vips": composite("hard-light")}),
    "CISoftLightBlendMode": ({}, {"gegl": blend("gegl:soft-light"), "vips": composite("soft-light")}),
    "CIDifferenceBlendMode": ({}, {"gegl": blend("svg:difference"), "vips": composite("difference")}),
    "CIExclusionBlendMode": ({}, {"gegl": blend("svg:exclusion"), "vips": composite("exclusion")}),
    # Geometry.
    "CIAffineTransform": (TURN, {
        "opencv": rotated, "gegl": gegl("gegl:transform", transform="matrix(0.9,0.3,-0.3,0.9,200,100)"),
        "vips": lambda image, _: image.affine([0.9, -0.3, 0.3, 0.9])}),
    "CITwirlDistortion": ({"inputRadius": 1500, "inputCenter": [2000, 1500]}, {
        "gegl": gegl("gegl:whirl-pinch", whirl=180.0, pinch=0.0),
        "skimage": lambda ski, image, _, target: ski.transform.swirl(
            image[:, :, 0], strength=3, radius=1500, center=(2000, 1500))}),
    "CIPinchDistortion": ({"inputRadius": 1500, "inputCenter": [2000, 1500]}, {
        "gegl": gegl("gegl:whirl-pinch", whirl=0.0, pinch=0.5)}),
    "CIDisplacementDistortion": ({}, {
        "gegl": [("gegl:displace", {"aux": "second", "amount-x": 50.0, "amount-y": 50.0})]}),
    "CIGlassDistortion": ({}, {"gegl": gegl("gegl:tile-glass")}),
    "CIKaleidoscope": ({}, {"gegl": gegl("gegl:mirrors")}),
    # Styles.
    "CIPixellate": ({}, {
        "opencv": pixellated, "gegl": gegl("gegl:pixelize", size_x=8, size_y=8),
        "vips": lambda image, _: image.shrink(8, 8).zoom(8, 8)}),
    "CIBloom": ({}, {"gegl": gegl("gegl:bloom", radius=10.0)}),
    "CIEdges": ({}, {"gegl": gegl("gegl:edge", amount=2.0)}),
    "CISobelGradients": ({}, {
        "opencv": sobel, "gegl": gegl("gegl:edge-sobel"), "vips": lambda image, _: image.sobel(),
        "skimage": lambda ski, image, _, target: ski.filters.sobel(image, axis=(0, 1))}),
    "CICannyEdgeDetector": ({}, {
        "vips": lambda image, _: image.canny(precision="float"),
        "skimage": lambda ski, image, _, target: ski.feature.canny(image[:, :, 1], 1.6)}),
    "CIComicEffect": ({}, {"gegl": gegl("gegl:cartoon")}),
    "CIDistanceGradientFromRedMask": ({}, {"opencv": distance, "gegl": gegl("gegl:distance-transform")}),
    "CIHeightFieldFromMask": ({}, {"gegl": gegl("gegl:bump-map")}),
    "CIDotScreen": ({}, {"gegl": gegl("gegl:newsprint")}),
    # Generators.
    "CICheckerboardGenerator": ({}, {"gegl": gegl("gegl:checkerboard")}),
    "CIConstantColorGenerator": ({}, {"gegl": gegl("gegl:color")}),
    "CILinearGradient": ({}, {"gegl": gegl("gegl:linear-gradient")}),
    "CIRadialGradient": ({}, {"gegl": gegl("gegl:radial-gradient")}),
    # Numbers.
    "CIAreaAverage": ({}, {
        "opencv": lambda cv, image, _, target: cv.mean(image), "vips": lambda image, _: image.stats()}),
    "CIAreaMaximum": ({}, {"opencv": extreme("max")}),
    "CIAreaMinimum": ({}, {"opencv": extreme("min")}),
    "CIAreaHistogram": ({}, {
        "opencv": lambda cv, image, _, target: [cv.calcHist([image], [c], None, [64], (0, 1)) for c in range(4)],
        "skimage": lambda ski, image, _, target: ski.exposure.histogram(image, 64, channel_axis=2)}),
}


class Filters:
    """Runs the rows above on the pictures that the libraries' own classes have loaded."""

    def __init__(self, peers):
        self.peers = peers

    def list(self, _):
        return {name: {"parameters": parameters, "libraries": sorted(jobs)} for name, (parameters, jobs) in JOBS.items()}

    def load(self, request):
        import pyvips
        for name in ("gegl", "opencv", "vips"):
            try:
                self.peers[name].version({})
                self.peers[name].load(request)
            except Exception as error:  # rows of a library that is absent say so
                print(f"{name}: {error}", file=sys.stderr)
        image = self.peers["opencv"].image
        self.second = image[::-1].copy()
        self.vips_second = pyvips.Image.new_from_memory(
            self.second.tobytes(), image.shape[1], image.shape[0], 4, "float").copy(interpretation="scrgb")
        return {}

    def versions(self, _):
        import skimage
        found = {"skimage": "scikit-image " + skimage.__version__}
        return found | {name: self.peers[name].version({})["version"] for name in ("gegl", "opencv", "vips")}

    def run(self, request):
        job = JOBS[request["filter"]][1][request["library"]]
        return getattr(self, request["library"])(job)

    def opencv(self, job):
        import cv2
        own = self.peers["opencv"]
        target = own.target()
        return self.timed(lambda: job(cv2, own.image, self.second, target))

    def skimage(self, job):
        import skimage
        return self.timed(lambda: job(skimage, self.peers["opencv"].image, self.second, None))

    def vips(self, job):
        return self.timed(lambda: job(self.peers["vips"].image, self.vips_second).write_to_memory())

    def gegl(self, job):
        own = self.peers["gegl"]
        operations = [(name, {key: own.buffer if value == "second" else value for key, value in properties.items()})
                      for name, properties in job]
        times = own.run(operations, 1)
        # An operation that is not built in lets the picture pass.
        if own.same():
            raise RuntimeError(f"{job[0][0]} does nothing here")
        return times

    @staticmethod
    def timed(work):
        before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        work()
        after = resource.getrusage(resource.RUSAGE_SELF)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"wall": time.perf_counter() - start, "cpu": cpu}
