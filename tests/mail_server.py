"""A mail server on a real socket that stores all mails."""

import asyncio
import re
import ssl
from base64 import b64decode
from contextlib import suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Self

LINK = re.compile(r"\S+/reset#\S+")


@dataclass
class Letter:
    sender: str
    to: list[str]
    message: EmailMessage

    @property
    def text(self) -> str:
        return str(self.message.get_content()).replace("\r\n", "\n")

    @property
    def link(self) -> str:
        found = LINK.search(self.text)
        assert found is not None, self.text
        return found[0]

    @property
    def secret(self) -> str:
        return self.link.partition("#")[2]


@dataclass
class MailServer:
    """Speaks enough SMTP. With `login`, only this user and password may send."""

    login: tuple[str, str] | None = None
    tls: ssl.SSLContext | None = None
    """Offered as STARTTLS."""
    host: str = "127.0.0.1"
    refusals: int = 0
    """How many mails are refused before one is accepted."""
    letters: list[Letter] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        self._arrived = asyncio.Condition()
        self._server = await asyncio.start_server(self._serve, self.host, 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"smtp://{self.host}:{self.port}"

    async def wait_for(self, number: int = 1) -> Letter:
        async with asyncio.timeout(30), self._arrived:
            await self._arrived.wait_for(lambda: len(self.letters) >= number)
        return self.letters[number - 1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            await _Conversation(self, reader, writer).run()
        writer.close()

    async def keep(self, letter: Letter) -> None:
        async with self._arrived:
            self.letters.append(letter)
            self._arrived.notify_all()


class _Conversation:
    def __init__(self, server: MailServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._server, self._reader, self._writer = server, reader, writer
        self._known = server.login is None
        self._sender, self._to = "", list[str]()

    async def run(self) -> None:
        self._say("220 mail.example")
        while line := (await self._reader.readline()).decode().strip():
            self._server.heard.append(line)
            word = line.split(" ", 1)[0].upper()
            if word == "QUIT":
                self._say("221 bye")
                await self._writer.drain()
                return
            await self._answer(word, line)
            await self._writer.drain()

    async def _answer(self, word: str, line: str) -> None:
        match word:
            case "EHLO":
                offers = ["STARTTLS"] if self._server.tls else []
                offers += ["AUTH PLAIN"] if self._server.login else []
                for offer in ["mail.example", *offers][:-1] if offers else []:
                    self._say(f"250-{offer}")
                self._say(f"250 {offers[-1] if offers else 'mail.example'}")
            case "STARTTLS":
                assert self._server.tls is not None
                self._say("220 go ahead")
                await self._writer.drain()
                await self._writer.start_tls(self._server.tls)
            case "AUTH":
                _, user, password = b64decode(line.split(" ")[2]).decode().split("\0")
                self._known = (user, password) == self._server.login
                self._say("235 welcome" if self._known else "535 no")
            case "MAIL":
                self._sender = line.partition("<")[2].partition(">")[0]
                self._say("250 ok" if self._known else "530 who are you?")
            case "RCPT":
                self._to.append(line.partition("<")[2].rpartition(">")[0])
                self._say("250 ok")
            case "DATA":
                await self._take_letter()
            case _:
                self._say("250 ok")

    async def _take_letter(self) -> None:
        self._say("354 go on")
        await self._writer.drain()
        body = await self._reader.readuntil(b"\r\n.\r\n")
        if self._server.refusals > 0:
            self._server.refusals -= 1
            self._say("451 later")
            return
        message = message_from_bytes(body[:-3].replace(b"\r\n..", b"\r\n."), policy=policy.default)
        await self._server.keep(Letter(self._sender, self._to, message))
        self._to = []
        self._say("250 taken")

    def _say(self, line: str) -> None:
        self._writer.write(f"{line}\r\n".encode())
