"""A Slurm of one node on this machine, from Debian's packages: no systemd, no cgroups, no database, its own keys.

Several one-CPU jobs run at once whatever the machine has, so the tests see what a cluster would show.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

NEEDED = ("slurmctld", "slurmd", "munged", "sbatch", "squeue", "scancel")
READY_SECONDS = 60
CPUS = 8

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={node_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
SlurmdParameters=config_overrides
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory={memory} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> list[str]:
    """Programs that are not installed."""
    return [name for name in NEEDED if shutil.which(name) is None and not Path("/usr/sbin", name).exists()]


class Slurm:
    """The three daemons, running; ended by :meth:`close`.

    Parameters
    ----------
    folder : Path
        A short path: a socket lies in it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {"SLURM_CONF": str(folder / "slurm.conf")}
        for name in ("munge", "state", "spool"):
            (folder / name).mkdir(parents=True)
        folder.chmod(0o755)
        self._munge()
        self._configure()
        try:
            self._run("slurmctld", "-c")
            self._run("slurmd", "-c")
            self._wait()
        except BaseException:
            self.close()
            raise

    def call(self, *command: str) -> str:
        """What a command of Slurm's prints."""
        return self._run(*command).stdout.decode()

    def jobs(self, state: str = "") -> list[str]:
        """The numbers of the jobs (of array tasks: 12_3) that are waiting or running."""
        chosen = ("-t", state) if state else ()
        return self.call("squeue", "-h", "-r", "-o", "%i", *chosen).split()

    def wait(self, true, seconds: float = 120) -> None:
        """Return once a condition holds."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise TimeoutError(f"waited {seconds} s; jobs: {self.call('squeue')}\n{self._logs()}")
            time.sleep(0.1)

    def close(self) -> None:
        """Cancel all jobs and end the daemons by their numbers."""
        subprocess.run(["scancel", "--user=root"], env=self._environment(), check=False, capture_output=True)
        time.sleep(0.5)
        for name in ("slurmd", "slurmctld", "munge/munged"):
            _end(self.folder / f"{name}.pid")

    def _munge(self) -> None:
        folder = self.folder / "munge"
        (folder / "key").write_bytes(secrets.token_bytes(1024))
        for path in (folder / "key", folder):
            shutil.chown(path, "munge", "munge")
        (folder / "key").chmod(0o400)
        folder.chmod(0o711)
        self._run(
            "runuser", "-u", "munge", "--", "munged", f"--key-file={folder}/key", f"--socket={folder}/socket",
            f"--pid-file={folder}/munged.pid", f"--log-file={folder}/log", f"--seed-file={folder}/seed",
        )  # fmt: skip

    def _configure(self) -> None:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // (1 << 20) * 9 // 10
        ports = _free_ports()
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().partition(".")[0], port=ports[0], node_port=ports[1], folder=self.folder,
            cpus=CPUS, memory=memory,
        ))  # fmt: skip

    def _wait(self) -> None:
        def is_idle() -> bool:
            found = subprocess.run(
                ["sinfo", "-h", "-o", "%t"], env=self._environment(), check=False, capture_output=True
            )
            return found.stdout.decode().strip() == "idle"

        end = time.monotonic() + READY_SECONDS
        while not is_idle():
            if time.monotonic() > end:
                raise TimeoutError(f"the node did not come up\n{self._logs()}")
            time.sleep(0.1)

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **self.environment, "PATH": f"{os.environ['PATH']}:/usr/sbin"}

    def _run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run(command, env=self._environment(), check=False, capture_output=True)
        if done.returncode:
            raise RuntimeError(f"{command}: {done.stderr.decode()}\n{self._logs()}")
        return done

    def _logs(self) -> str:
        return "\n".join(log.read_text()[-2000:] for log in sorted(self.folder.glob("*.log")))


def _end(file: Path) -> None:
    try:
        number = int(file.read_text())
        os.kill(number, signal.SIGTERM)
        for _ in range(50):
            os.kill(number, 0)
            time.sleep(0.1)
        os.kill(number, signal.SIGKILL)
    except (OSError, ValueError):  # never started, or gone
        return


def _free_ports() -> list[int]:
    taken = [socket.socket() for _ in range(2)]
    for one in taken:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in taken]
    for one in taken:
        one.close()
    return ports
