#!/usr/bin/env python3
"""`headroom compare` computes what scikit-image and NumPy compute."""

import json
import pathlib
import tempfile

import peers


def main():
    peers.require_modules("numpy", "skimage")
    peers.require_data()
    import numpy
    from skimage.metrics import structural_similarity
    report = peers.Report()
    photo = peers.DATA / "ultrahdr/seine_sdr_gainmap_srgb.jpg"
    with tempfile.TemporaryDirectory() as folder:
        written = pathlib.Path(folder) / "written.jpg"
        peers.headroom("convert", photo, written, "--quality", 60, "--gain-map", "luma")
        result = json.loads(peers.headroom("compare", photo, written, "--json"))
        a, b = (peers.pixels(path)[..., :3] for path in (photo, written))
    quality = peers.pu21_psnr(a, b)
    report.check(abs(quality - result["pu21PSNR"]) < 1e-3, f"PU21-PSNR {quality:.4f} against {result['pu21PSNR']:.4f}")
    weights = numpy.array([0.2627002, 0.6779981, 0.0593017])
    codes = [peers.pu21(array @ weights * 203) for array in (a, b)]
    similarity = structural_similarity(
        *codes, data_range=595.3939200200949, gaussian_weights=True, sigma=1.5, use_sample_covariance=False)
    report.check(abs(similarity - result["pu21SSIM"]) < 1e-4, f"SSIM {similarity:.6f} against {result['pu21SSIM']:.6f}")
    error = abs(a - b).max() * 203
    report.check(abs(error - result["maxErrorNits"]) < 1e-3 * error, f"largest error {error:.3f} cd/m2")
    report.finish()


if __name__ == "__main__":
    main()
