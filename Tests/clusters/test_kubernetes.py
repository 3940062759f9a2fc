"""The Job for Kubernetes: judged by its schema, and its command run as a pod would, for every index."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

import support

FILE = support.ROOT / "Distributed" / "kubernetes" / "job.yaml"
VERSION = "1.33"


def documents():
    support.require_modules("yaml")
    import yaml

    return {document["kind"]: document for document in yaml.safe_load_all(FILE.read_text())}


class SchemaTests(unittest.TestCase):
    def test_the_schema_strictly(self):
        support.require_modules("kubernetes_validate")
        import kubernetes_validate

        for document in documents().values():
            kubernetes_validate.validate(document, VERSION, strict=True)
        broken = documents()["Job"]
        del broken["spec"]["podFailurePolicy"]["rules"][0]["onPodConditions"][0]["status"]
        with self.assertRaises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate(broken, VERSION, strict=True)

    def test_what_an_exit_status_means(self):
        spec = documents()["Job"]["spec"]
        rules = [rule for rule in spec["podFailurePolicy"]["rules"] if "onExitCodes" in rule]
        actions = {code: rule["action"] for rule in rules for code in rule["onExitCodes"]["values"]}
        self.assertEqual(actions, {1: "FailIndex", 2: "FailIndex"}, "75 has no rule, so the index is tried again")
        self.assertGreater(spec["backoffLimitPerIndex"], 0)

    def test_the_numbers_of_shards_agree(self):
        spec = documents()["Job"]["spec"]
        shards = {item["name"]: item.get("value") for item in container()["env"]}["HEADROOM_SHARDS"]
        self.assertEqual({spec["completions"], spec["maxFailedIndexes"], int(shards)}, {spec["completions"]})


def container():
    return documents()["Job"]["spec"]["template"]["spec"]["containers"][0]


class PodTests(support.BatchTest):
    """Each index as its pod: its arguments and environment, not root, a root that is read-only, and its volumes alone."""

    @classmethod
    def setUpClass(cls):
        support.require_root()
        support.require_tools("unshare", "setpriv")

    def pod(self, batch, index):
        spec = container()
        given = {item["name"]: item.get("value", str(index)) for item in spec["env"]}

        def expanded(text):
            return re.sub(r"\$\((\w+)\)", lambda match: given[match[1]], text)

        sources = {"plan": batch.folder / "config", "photos": batch.folder, "previews": batch.output}
        lines = ["set -e", "mount -t tmpfs tmpfs /mnt"]
        for mount in spec["volumeMounts"]:
            path = mount["mountPath"]
            if source := sources.get(mount["name"]):
                lines += [f"mkdir {path}", f"mount --bind {source} {path}"]
                lines += [f"mount -o remount,bind,ro {path}"] if mount.get("readOnly") else []
        lines += ["mount -o remount,ro /mnt", "mount -t tmpfs tmpfs /tmp", "mount -o remount,bind,ro /"]
        lines += [f"cd {spec['workingDir']}", "! touch /x 2>/dev/null"]
        security = documents()["Job"]["spec"]["template"]["spec"]["securityContext"]
        user = f"--reuid {security['runAsUser']} --regid {security['runAsGroup']} --clear-groups --no-new-privs"
        words = [expanded(word) for word in spec["command"] + spec["args"]]
        lines.append(f"exec setpriv {user} --bounding-set -all {shlex.join(words)}")
        path = f"{pathlib.Path(support.COMMAND).parent}:/usr/bin:/bin"
        done = subprocess.run(
            ["unshare", "--mount", "bash", "-c", "\n".join(lines)],
            env={**given, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stderr.strip(), file=sys.stderr)
        return done.returncode

    def prepared(self):
        batch = self.batch(12, 512)
        config = batch.folder / "config"
        config.mkdir()
        for name, text in documents()["ConfigMap"]["data"].items():
            (config / name).write_text(text)
        os.chmod(batch.folder, 0o755)
        os.chown(batch.output, 1000, 1000)
        return batch, documents()["Job"]["spec"]["completions"]

    def test_every_index(self):
        batch, count = self.prepared()
        self.assertEqual([self.pod(batch, index) for index in range(count)], [0] * count)
        manifests = sorted(batch.output.glob("manifest-*.jsonl"))
        self.assertEqual(len(manifests), count)
        report = batch.report(*manifests)
        self.assertEqual([report[key] for key in ("inputs", "ok", "missing", "duplicates")], [12, 12, 0, 0])
        self.assertEqual(
            {record["shard"] for record in batch.records(*manifests)} <= {f"{i}/{count}" for i in range(count)}, True
        )
        self.assertEqual(len([path for path in batch.output.iterdir() if path.suffix != ".jsonl"]), 24)

    def test_an_index_that_may_succeed_later_asks_for_it_and_goes_on(self):
        batch, count = self.prepared()
        late = batch.folder / batch.entries[5]
        data = late.read_bytes()
        late.unlink()
        first = [self.pod(batch, index) for index in range(count)]
        self.assertEqual(sorted(first), [0] * (count - 1) + [75])
        late.write_bytes(data)
        again = first.index(75)
        self.assertEqual(self.pod(batch, again), 0)
        records = [json.loads(line) for line in (batch.output / f"manifest-{again}.jsonl").read_text().splitlines()]
        self.assertEqual(
            [record["status"] for record in records if record["input"] == batch.entries[5]], ["failed", "ok"]
        )
        report = batch.report(*batch.output.glob("manifest-*.jsonl"))
        self.assertEqual([report[key] for key in ("ok", "failed", "missing", "duplicates")], [12, 0, 0, 1])

    def test_a_broken_picture_and_a_wrong_plan_end_the_index(self):
        batch, count = self.prepared()
        (batch.folder / batch.entries[0]).write_bytes(b"no picture")
        self.assertEqual(sorted(self.pod(batch, index) for index in range(count)), [0] * (count - 1) + [1])
        report = batch.report(*batch.output.glob("manifest-*.jsonl"), status=1)
        self.assertEqual((report["ok"], report["byError"]), (11, {"unsupported": 1}))
        (batch.folder / "config" / "plan.json").write_text("{}")
        self.assertEqual(self.pod(batch, 0), 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
