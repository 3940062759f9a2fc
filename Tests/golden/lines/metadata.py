"""`metadata`: tags as they are listed, set, taken out and copied."""

from line import line

KINDS = ("jpg", "heic", "avif", "png", "jxl", "webp", "tif")
CHANGES = (
    "--set exif:Artist='Max Muster'", "--set exif:ExposureTime=1/60 --set exif:FNumber=4",
    "--set gps:GPSLatitude=-33.9 --set gps:GPSLongitude=151.2", "--set dc:subject=one --set dc:subject=two",
    "--set xmp:Rating=1 --set dc:title=T\u00fcr", "--set Copyright=me", "--remove gps", "--remove exif",
    "--remove iptc", "--remove xmp", "--remove all", "--remove exif:SerialNumber --remove dc:creator",
    "--remove all --set exif:Artist=new", "--set photoshop:Headline=x --set Iptc4xmpCore:Location=y")


def lines(context):
    for path in [path for path in context.inputs("in/*") if path.startswith(("in/tagged", "in/turned", "in/text",
                                                                             "in/map", "in/two"))]:
        yield line(f"metadata/{path.removeprefix('in/')} text", f"metadata {path}")
        yield line(f"metadata/{path.removeprefix('in/')} json", f"metadata --json {path}")
    for path in context.inputs("in/real/stills/ultrahdr/*")[:4] + context.inputs("in/real/stills/jpeg-apple-gainmap/*"):
        yield line(f"metadata/{path.rsplit('/', 1)[-1]}", f"metadata {path}")
    for kind in KINDS:
        for change in CHANGES:
            yield line(f"metadata/{kind} {change}", f"metadata in/tagged.{kind} -o out.{kind} {change}")
        yield line(f"metadata/{kind} copy", f"metadata in/tagged.{kind} -o out.{kind} --copy-from in/text.png")
        yield line(f"metadata/{kind} itself", f"metadata in/tagged.{kind} --set xmp:Rating=2 --overwrite")
        yield line(f"metadata/{kind} to png", f"convert in/tagged.{kind} out.png")
        yield line(f"metadata/{kind} to jpg", f"convert in/tagged.{kind} out.jpg --quality 80")
    for kind in ("jpg", "heic", "webp"):
        yield line(f"metadata/plain {kind}", f"metadata in/sdr.{kind} -o out.{kind} --copy-from in/tagged.jpg")
    yield line("metadata/stdin", "metadata - -o - --set exif:Artist=x", stdin="in/sdr.jpg")
    yield line("metadata/exists", "metadata in/sdr.jpg -o in/odd.jpg --set exif:Artist=x")
