"""A receiver that takes only what was signed with the secret of its webhook, with the library of Standard Webhooks.

    pip install standardwebhooks==1.1.0
    WEBHOOK_SECRET=whsec_… PORT=9000 python3 receiver.py
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
seen: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The bytes as they came: a body that was parsed and written anew has another signature.
        length = self.headers["content-length"]
        # A body in chunks states no length. Tocsin always does.
        if length is None or not length.isascii() or not length.isdigit():
            self.close_connection = True
            self.answer(411, "The request needs a Content-Length.")
            return
        body = self.rfile.read(int(length))
        try:
            webhook.verify(body, {name.lower(): value for name, value in self.headers.items()})
        except WebhookVerificationError as error:
            self.answer(401, str(error))
            return
        # The same id is the same notification, sent once more because an answer was lost.
        if self.headers["webhook-id"] not in seen:
            print(body.decode(), flush=True)
        seen.add(self.headers["webhook-id"])
        self.answer(204, "")

    def answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver).serve_forever()
