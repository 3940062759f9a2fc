#!/usr/bin/env python3
"""`.cube` files do to pixels what OpenColorIO does with them (trilinear), inside their domains and beyond: all files of the
test data that it reads, on random colours."""

import pathlib
import tempfile

import peers

TOLERANCE = 2e-5


def main():
    peers.require_modules("numpy", "PyOpenColorIO")
    import numpy
    import PyOpenColorIO as ocio
    cubes = peers.DATA.parent / "cubes"
    if not cubes.is_dir():
        peers.skip(f"no cubes in {cubes}")
    report = peers.Report()
    colours = numpy.random.default_rng(7).uniform(-0.6, 3.2, (64, 64, 3)).astype(numpy.float32)
    colours[:32] = (colours[:32] + 0.6) / 3.8
    with tempfile.TemporaryDirectory() as folder:
        source, result = pathlib.Path(folder) / "in.pfm", pathlib.Path(folder) / "out.pfm"
        write(source, colours)
        for path in sorted([*cubes.glob("*.cube"), *cubes.glob("*.CUBE")]):
            expected = colours.copy()
            try:
                transform = ocio.FileTransform(str(path), interpolation=ocio.INTERP_LINEAR)
                ocio.Config.CreateRaw().getProcessor(transform).getDefaultCPUProcessor().applyRGB(expected)
            except ocio.Exception as error:
                print(f"SKIPPED {path.name}: OpenColorIO {ocio.__version__} does not read it")
                continue
            peers.headroom("convert", source, result, "--overwrite", "--filter", f"CIColorCube inputCubeData={path}")
            found = peers.pixels(result, "--color-space", "extendedLinearSRGB")[..., :3]
            error = (abs(found - expected) / numpy.maximum(1, abs(expected))).max()
            report.check(error <= TOLERANCE, f"{path.name}: largest difference {error:.2e} (OpenColorIO {ocio.__version__})")
    report.finish()


def write(path, colours):
    height, width = colours.shape[:2]
    path.write_bytes(b"PF\n%d %d\n-1.0\n" % (width, height) + colours[::-1].astype("<f4").tobytes())


if __name__ == "__main__":
    main()
