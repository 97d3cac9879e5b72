"""A network between the phone and the server that can be cut, and that can lose answers on the way."""

import contextlib
import socket
import threading


class Network:
    """Passes everything on to the server's port, as long as it is up."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.up = True
        self.loses_answers = False
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection; new ones are refused until the network is up again."""
        self.up = False
        for end in list(self._open):
            self._close(end)

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                threading.Thread(target=self._connect, args=[phone], daemon=True).start()

    def _connect(self, phone: socket.socket) -> None:
        try:
            if not self.up:
                raise ConnectionRefusedError
            server = socket.create_connection(("127.0.0.1", self.server_port))
        except OSError:
            phone.close()
            return
        self._open |= {phone, server}
        threading.Thread(target=self._pass_on, args=[phone, server], daemon=True).start()
        self._pass_on(server, phone, answers=True)

    def _pass_on(self, source: socket.socket, target: socket.socket, answers: bool = False) -> None:
        with contextlib.suppress(OSError):
            while sent := source.recv(65536):
                if answers and self.loses_answers:
                    break
                target.sendall(sent)
        self._close(source)
        self._close(target)

    def _close(self, end: socket.socket) -> None:
        self._open.discard(end)
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
