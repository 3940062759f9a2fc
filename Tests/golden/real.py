"""Real files of the test data, small ones as they are: of cameras and encoders, and damage that nobody makes up."""

import shutil

# Largest file that is taken of each folder, in bytes.
SMALL = {
    "stills/jpeg-apple-gainmap": 60_000, "stills/ultrahdr": 50_000, "stills/avif-gainmap": 110_000,
    "stills/avif-pq": 30_000,
    "stills/heic-camera": 140_000, "stills/exr": 30_000, "stills/hdr": 42_000, "stills/jxl": 80_000,
    "stills/parity": 20_000,
    "stills/png-hdr": 10_000, "stills/tiff": 30_000, "stills/jxl-conformance": 12_000,
    "stills/malformed": 30_000, "findings": 30_000, "findings-3": 30_000, "findings-3-robust": 30_000,
    "kernels": 30_000,
    "cubes": 20_000, "video": 60_000}

# Larger ones that nothing small stands for.
RAW = ("dng/IMG_1361.dng", "dng/dng_with_preview.dng", "dng/05_PGTM2_unsigned8.dng", "dng/07_PGTM2_float16.dng",
       "dng/14_hdr_sdr_profiles.dng", "dng/canon_eos_6d.dng", "dng-derived-bayer/hero6_crop_rggb_lj92.dng",
       "dng/GOPR0024.GPR", "malformed/raw/Nikon.nef", "malformed/raw/FujiFilm.raf")
PHOTOS = ("heic-apple-gainmap/reference.HEIC", "heic-tmap/exif_subsec_timezone.heic", "heic-pq/image_10.heic",
          "ultrahdr/small_gainmap_image.jpg")

LEFT_OUT = {".json", ".md", ".py", ".toml", ".txt"}


def chosen(data):
    """Pairs of a file and its name below `in/real`."""
    for folder, most in SMALL.items():
        for path in sorted((data / folder).rglob("*")):
            if path.is_file() and path.stat().st_size <= most and path.suffix not in LEFT_OUT:
                yield path, path.relative_to(data)
    for folder, names in (("raw", RAW), ("photos", PHOTOS)):
        for name in names:
            yield data / "stills" / name, f"{folder}/{name.split('/')[-1]}"


def copy(data, folder):
    """Copies them; returns what is not there, each with the reason."""
    if not data.is_dir():
        return [("in/real", [f"no test data in {data} (HEADROOM_TEST_DATA)"])]
    missing = []
    for path, name in chosen(data):
        if path.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)
        else:
            missing.append((f"in/real/{name}", ["not in the test data"]))
    return missing
