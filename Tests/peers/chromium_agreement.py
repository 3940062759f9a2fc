#!/usr/bin/env python3
"""Compares `headroom pixels` with Chromium's own HDR decode, at SDR, one stop and full headroom.

usage: chromium_agreement.py HEADROOM_BINARY READBACK_TOOL FILE...

READBACK_TOOL is a program that prints or saves what Chromium decodes (called with IMAGE --headroom STOPS --rect X,Y,W,H
--out FILE.npy). Values are compared as means of 8x8 blocks, which leaves out how each side filters an enlarged gain map.
Exit 1 when a file is off by more than its tolerance.
"""
import io, subprocess, sys, tempfile
import numpy as np

PQ_HLG = (0.015, 0.002)  # relative, absolute: Chromium holds the signal as half floats
GAIN_MAP = (0.02, 0.002)


def ours(binary, path, headroom, rect):
    command = [binary, "pixels", path, "--format", "npy", "--headroom", headroom, "--rect", rect]
    return np.load(io.BytesIO(subprocess.run(command, capture_output=True, check=True).stdout))


def theirs(tool, path, stops, rect):
    with tempfile.NamedTemporaryFile(suffix=".npy") as out:
        command = [sys.executable, tool, path, "--rect", rect, "--out", out.name]
        if stops is not None:
            command += ["--headroom", str(stops)]
        subprocess.run(command, capture_output=True, check=True, timeout=120)
        return np.load(out.name)


def blocks(values):
    height, width = (values.shape[0] // 8) * 8, (values.shape[1] // 8) * 8
    # Times alpha: what lies under transparent pixels is nobody's business.
    values = values[..., :3] * values[..., 3:]
    return values[:height, :width].reshape(height // 8, 8, width // 8, 8, 3).mean(axis=(1, 3))


def size(binary, path):
    import json
    info = json.loads(subprocess.run([binary, "info", "--json", path], capture_output=True, check=True).stdout)
    info = info["files"][0] if "files" in info else info
    width, height = info["width"], info["height"]
    return (height, width) if (info.get("orientation") or 1) >= 5 else (width, height)


def rectangles(width, height):
    edge_x, edge_y = min(width, 256), min(height, 256)
    yield f"0,0,{edge_x},{edge_y}"
    if width > 512 and height > 512:
        yield f"{width // 2 - 128},{height // 2 - 128},256,256"


def main():
    binary, tool, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    failed = 0
    for path in files:
        relative, absolute = GAIN_MAP if path.lower().endswith((".jpg", ".jpeg")) else PQ_HLG
        try:
            width, height = size(binary, path)
            for rect in rectangles(width, height):
                for headroom, stops in (("1", 0), ("2", 1), ("inf", None)):
                    a, b = blocks(ours(binary, path, headroom, rect)), blocks(theirs(tool, path, stops, rect))
                    if a.shape != b.shape:
                        raise ValueError(f"shapes {a.shape} and {b.shape}")
                    error = np.abs(a - b) / (relative * np.abs(b).max(axis=2, keepdims=True) + absolute)
                    worst = float(np.nanmax(error)) if error.size else 0
                    verdict = "ok" if worst <= 1 else "OFF"
                    failed += worst > 1
                    print(f"{verdict:3} {path.split('/')[-1]} [{rect}] headroom {headroom}: {worst:.2f} of tolerance, max {a.max():.3f} / {b.max():.3f}", flush=True)
        except (subprocess.SubprocessError, ValueError) as error:
            failed += 1
            text = getattr(error, "stderr", b"") or b""
            print(f"ERR {path}: {error} {text.decode(errors='replace')[-200:]}", flush=True)
    sys.exit(1 if failed else 0)


main()
