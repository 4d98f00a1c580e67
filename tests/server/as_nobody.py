"""Imported first by a process that runs as another user."""

import os
import pwd

_nobody = pwd.getpwnam("nobody")
os.setgroups([])
os.setgid(_nobody.pw_gid)
os.setuid(_nobody.pw_uid)
