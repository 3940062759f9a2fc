"""A cluster of SLURM with one node: this machine, with ports, keys and folders of its own."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile

import support

CONFIGURATION = """ClusterName=headroom
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ReturnToService=2
KillWait=5
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4096 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    """Runs until `close`."""

    daemons = ("slurmd", "slurmctld", "munged")

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="headroom-slurm-", ignore_cleanup_errors=True)
        self.folder = pathlib.Path(self.temporary.name)
        self.folder.chmod(0o711)
        host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        configuration = self.folder / "slurm.conf"
        configuration.write_text(CONFIGURATION.format(host=host, folder=self.folder, ports=free_ports(2)))
        self.environment = {**support.environment(), "SLURM_CONF": str(configuration)}
        options = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        paths = [f"--{name}={self.folder}/munge{'d' if end == 'pid' else ''}.{end}" for name, end in options.items()]
        self.run("munged", "--force", "--num-threads=2", *paths)
        self.run("slurmctld", "-c", "-f", configuration)
        self.run("slurmd", "-c", "-f", configuration)
        support.until(lambda: "idle" in self.run("sinfo", "--noheader", "-o", "%t"), 30, "node of SLURM")

    def run(self, *words, **options):
        done = subprocess.run(
            list(map(str, words)), env=self.environment, capture_output=True, text=True, check=False, **options
        )
        if done.returncode:
            raise AssertionError(f"{words[0]}: {done.stderr}")
        return done.stdout

    def jobs(self):
        """States of the tasks that are not over, by their names."""
        lines = self.run("squeue", "--noheader", "--array", "-o", "%i %T").splitlines()
        return dict(line.split() for line in lines)

    def log(self):
        return (self.folder / "slurmctld.log").read_text()

    def close(self):
        for name in self.daemons:
            file = self.folder / f"{name}.pid"
            if file.exists():
                os.kill(int(file.read_text()), signal.SIGTERM)
                support.until(lambda file=file: not file.exists(), 15, f"end of {name}")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.temporary.cleanup()
