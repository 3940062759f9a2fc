"""What OLD says of its filters and of kernel texts: lines are made of it. Examples that are recipes become inputs."""

import json
import shlex
import subprocess


def learn(folder, old, environment):
    def ask(*arguments):
        return subprocess.run([old, *arguments], cwd=folder, env=environment, input=b"",
                              capture_output=True).stdout

    known, examples = folder / "known", folder / "in" / "examples"
    for path in (known / "filters", known / "kernels", examples):
        path.mkdir(parents=True)
    listed = ask("filters", "--json") or b'{"filters": []}'
    (known / "filters.json").write_bytes(listed)
    for each in json.loads(listed)["filters"]:
        page = ask("filters", each["name"])
        (known / "filters" / each["name"]).write_bytes(page)
        example = page.decode().rpartition("\nexample\n")[2].strip()
        if example.startswith("echo "):
            (examples / f"{each['name']}.json").write_text(shlex.split(example)[1])
    for text in sorted(folder.glob("in/**/*")):
        if text.suffix in (".metal", ".cikernel"):
            (known / "kernels" / text.name).write_bytes(ask("kernel", "check", text.relative_to(folder).as_posix()))
