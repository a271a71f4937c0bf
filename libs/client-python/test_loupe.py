"""Tests that need no Loupe server: python3 -m unittest."""

import json
import os
import random
import socket
import tempfile
import threading
import time
import unittest
from datetime import datetime, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Dict, List, Sequence, Tuple
from unittest.mock import patch

from loupe import Answer, Loupe, LoupeError, Pacer, Transport, join_grid, media, pick, retry_delay

NOW = 1_795_000_000.0


def after(seconds: float) -> str:
    return format_datetime(datetime.fromtimestamp(NOW + seconds, timezone.utc), usegmt=True)


class Retries(unittest.TestCase):
    def test_402_403_404_and_422_are_never_retried(self) -> None:
        for status in (402, 403, 404, 422):
            self.assertIsNone(retry_delay(status, True, "1", 0, 0.5, NOW))
        self.assertIsNone(retry_delay(500, False, "1", 0, 0.5, NOW))

    def test_delays_double_up_to_eight_seconds_minus_up_to_a_quarter(self) -> None:
        for retries in range(40):
            full = min(0.5 * 2**retries, 8)
            for chance in (0.0, random.random(), 1.0):
                delay = retry_delay(None, True, None, retries, chance, NOW)
                assert delay is not None
                self.assertTrue(full * 0.75 <= delay <= full)

    def test_retry_after_is_obeyed_up_to_a_minute(self) -> None:
        for text, delay in (("7", 7), (after(7), 7), ("60", 60), ("61", None), (after(61), None), ("soon", 0.5)):
            self.assertEqual(retry_delay(429, True, text, 0, 0, NOW), delay, text)


class Pacing(unittest.TestCase):
    def test_no_window_has_more_requests_than_the_rate_limit(self) -> None:
        for limit, seconds in ((1, 1), (7, 2), (10, 1)):
            clock = [1_000.0]
            pacer = Pacer(lambda: clock[0])
            pacer.learn(f'"key";q={limit};w={seconds}')
            sent = []
            for _ in range(100):
                clock[0] += random.choice((0, 0, 0.05, 0.3))
                wait = pacer.take()
                while wait > 0:
                    clock[0] += wait
                    wait = pacer.take()
                sent.append(clock[0])
            for first, later in zip(sent, sent[limit:]):
                self.assertGreater(later - first, seconds)

    def test_a_pause_delays_all_requests(self) -> None:
        clock = [0.0]
        pacer = Pacer(lambda: clock[0])
        pacer.pause(3)
        pacer.pause(1)
        self.assertEqual(pacer.take(), 3)
        clock[0] = 3
        self.assertEqual(pacer.take(), 0)


class Grid(unittest.TestCase):
    def test_join_grid_joins_both_halves_of_a_post(self) -> None:
        grid = {"pk": "1", "1ltaken_at": 5, "user": {"full_name": "M"}, "image_versions2": {}, "carousel_media": [1]}
        post = {"code": "c", "user": {"pk": "9"}, "carousel_media": [1, 2], "caption": None, "location": {"1flat": 1.5}}
        items = [{"media": None}, {"media": grid}, {"media": {"pk": "2"}}]
        joined = join_grid({"feed": {"profile_grid_items": items}, "posts": {"1": post}})
        expected = {
            **{"pk": "1", "1ltaken_at": 5, "taken_at": 5, "user": {"full_name": "M"}, "image_versions2": {}},
            **{"code": "c", "carousel_media": [1, 2], "caption": None, "location": {"1flat": 1.5, "lat": 1.5}},
        }
        self.assertEqual(joined, [expected, {"pk": "2"}])

    def test_join_grid_takes_files_from_the_half_that_has_them(self) -> None:
        none = {"image_versions2": {"candidates": []}, "video_versions": []}
        files = {"image_versions2": {"candidates": [1]}, "video_versions": [1]}
        for grid, post in ((none, files), (files, none), (files, {}), ({}, files)):
            page = {"feed": {"profile_grid_items": [{"media": {"pk": "1", **grid}}]}, "posts": {"1": post}}
            self.assertEqual(join_grid(page), [{"pk": "1", **files}])

    def test_pick_selects_members_of_array_elements(self) -> None:
        value = [{"pk": "1", "user": {"pictures": [{"url": "u", "width": 1}]}, "x": 1}]
        self.assertEqual(pick(value, ["pk", "user.pictures.url"]), [{"pk": "1", "user": {"pictures": [{"url": "u"}]}}])


class Answers(unittest.TestCase):
    """Tests with a server that sends the next of the given answers on each connection, and then closes it."""

    def ask(self, *answers: Sequence[bytes], **options: Any) -> Answer:
        with socket.create_server(("127.0.0.1", 0)) as server:
            threading.Thread(target=self.serve, args=(server, answers), daemon=True).start()
            address = f"http://127.0.0.1:{server.getsockname()[1]}"
            return Loupe(address, "key", **{"max_retries": 0, **options}).users.by_id("1")

    @staticmethod
    def serve(server: socket.socket, answers: Sequence[Sequence[bytes]]) -> None:
        for parts in answers:
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                try:
                    for part in parts:
                        connection.sendall(part)
                        time.sleep(0.1 if len(parts) > 1 else 0)
                except OSError:
                    pass  # The client has disconnected.

    def test_a_slowly_trickling_body_times_out_like_a_stalled_one(self) -> None:
        for status in (b"200 OK", b"502 Bad Gateway"):
            begun = time.monotonic()
            head = b"HTTP/1.1 " + status + b"\r\ncontent-length: 100\r\n\r\n"
            with self.assertRaises(LoupeError) as raised:
                self.ask([head, *[b"x"] * 100], timeout=0.5)
            self.assertEqual(raised.exception.code, "timeout")
            self.assertLess(time.monotonic() - begun, 5)

    def test_a_truncated_body_is_a_lost_connection(self) -> None:
        for body in (b"content-length: 9\r\n\r\n{}", b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"):
            with self.assertRaises(LoupeError) as raised:
                self.ask([b"HTTP/1.1 200 OK\r\n" + body])
            self.assertEqual(raised.exception.code, "connection_lost")

    def test_a_complete_body_is_accepted_with_every_framing(self) -> None:
        for body in (b"content-length: 2\r\n\r\n{}", b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"\r\n{}"):
            self.assertEqual(self.ask([b"HTTP/1.1 200 OK\r\n" + body]).data, {})

    def test_a_replayed_response_is_returned_even_if_its_price_is_unavailable(self) -> None:
        replayed = b"HTTP/1.1 200 OK\r\nidempotency-replayed: true\r\nx-cost-usd: 0\r\ncontent-length: 2\r\n\r\n{}"
        refused = b"HTTP/1.1 422 Unprocessable Entity\r\nx-cost-usd: 0\r\ncontent-length: 2\r\n\r\n{}"
        answer = self.ask([b""], [replayed], [refused], max_retries=1)
        self.assertEqual((answer.data, answer.meta.cost_usd, answer.meta.attempts), ({}, None, 2))

    def test_a_lost_attempt_is_not_retried_after_its_idempotency_key_may_have_expired(self) -> None:
        paid = b"HTTP/1.1 200 OK\r\nx-cost-usd: 0.0006\r\ncontent-length: 2\r\n\r\n{}"
        refused = b"HTTP/1.1 503 Service Unavailable\r\nx-cost-usd: 0\r\nretry-after: 0\r\ncontent-length: 2\r\n\r\n{}"
        with patch.object(Transport, "repeat_seconds", 0.0):
            self.assertEqual(self.ask([refused], [paid], max_retries=1).meta.attempts, 2)
            with self.assertRaises(LoupeError) as raised:
                self.ask([b""], [paid], max_retries=1)
        error = raised.exception
        self.assertEqual((error.code, error.charged_usd, error.attempts), ("connection_lost", None, 1))


class Media(unittest.TestCase):
    """Tests with a server that is Loupe and the host of files: it sends the answer that `answers` has for the path."""

    def setUp(self) -> None:
        seen: List[Tuple[str, Dict[str, str]]] = []
        answers: Dict[str, Tuple[int, Dict[str, str], bytes]] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                seen.append((self.path, dict(self.headers)))
                status, headers, body = answers[self.path]
                self.send_response(status)
                for name, value in {"content-length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.seen, self.answers = seen, answers
        self.host = f"http://127.0.0.1:{server.server_address[1]}"
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.to = folder.name, os.path.join(folder.name, "file")
        self.loupe = Loupe(self.host, "secret", headers={"x-trace": "secret"}, max_retries=0)

    def post(self, *urls: str) -> Any:
        children = [{"pk": f"{place}", "image_versions2": {"candidates": [{"width": 1, "height": 1, "url": url}]}} for place, url in enumerate(urls)]
        return {"pk": "7", "media_type": 8, "carousel_media": children}

    def failure(self, url: str) -> LoupeError:
        with self.assertRaises(LoupeError) as raised:
            self.loupe.download(self.post(url), 0, self.to)
        self.assertEqual(os.listdir(self.folder), [])
        return raised.exception

    def test_media_lists_the_files_of_a_post_in_order(self) -> None:
        images = [{"width": 1, "height": 2, "url": "u"}, {"width": 2, "height": 2, "url": "v?oh=0&oe=6A0F2B31&x=1"}]
        picture = {"pk": "1", "media_type": 1, "image_versions2": {"candidates": images}}
        video = {"id": "2_9", "media_type": 2, "image_versions2": {"candidates": images}, "video_versions": images[:1]}
        files = media({"media_type": 8, "carousel_media": [picture, video]})
        self.assertEqual([(one.index, one.kind, one.pk, one.url) for one in files], [(0, "picture", "1", images[1]["url"]), (1, "video", "2", "u")])
        self.assertEqual([one.expires_at for one in files], [datetime.fromtimestamp(0x6A0F2B31, timezone.utc), None])
        self.assertEqual((files[0].sizes, media({"carousel_media": [picture, video]}, 1)), (images[::-1], files[1:]))
        self.assertEqual((media(picture), media({"pk": "1"})), (files[:1], []))

    def test_a_download_never_sends_the_key_and_follows_redirects_to_the_same_host(self) -> None:
        self.answers.update({"/a": (302, {"location": "/b"}, b""), "/b": (200, {}, b"picture")})
        downloaded = self.loupe.download(self.post(f"{self.host}/a"), 0, self.to)
        self.assertEqual((downloaded.bytes, downloaded.cost_usd, os.listdir(self.folder)), (7, "0", ["file"]))
        self.assertEqual([path for path, _ in self.seen], ["/a", "/b"])
        self.assertNotIn("secret", str(self.seen))

    def test_an_expired_address_costs_one_call_for_the_post(self) -> None:
        renewed = self.post(f"{self.host}/old", f"{self.host}/new")
        self.answers.update({"/old": (403, {}, b"URL signature expired"), "/new": (200, {}, b"picture")})
        self.answers["/posts/7"] = (200, {"x-cost-usd": "0.000600"}, json.dumps(renewed).encode())
        downloaded = self.loupe.download(self.post(f"{self.host}/old", f"{self.host}/old"), 1, self.to)
        self.assertEqual((downloaded.cost_usd, downloaded.post), ("0.000600", renewed))
        error = self.failure_of_first_file_after_renewal()
        self.assertEqual((error.code, error.charged_usd), ("download_failed", "0.000600"))
        self.assertEqual([path for path, _ in self.seen], ["/old", "/posts/7", "/new", "/old", "/posts/7", "/old"])
        self.answers["/posts/7"] = (403, {"x-cost-usd": "0.000600"}, b'{"code": "private_account", "retryable": false}')
        os.remove(self.to)
        error = self.failure(f"{self.host}/old")
        self.assertEqual((error.code, error.charged_usd), ("private_account", "0.000600"))

    def failure_of_first_file_after_renewal(self) -> LoupeError:
        with self.assertRaises(LoupeError) as raised:
            self.loupe.download(self.post(f"{self.host}/old"), 0, self.to)
        return raised.exception

    def test_a_failed_download_leaves_no_file(self) -> None:
        self.answers.update({"/away": (302, {"location": "http://localhost:1/"}, b""), "/loop": (302, {"location": "/loop"}, b"")})
        self.answers.update({"/half": (200, {"content-length": "9"}, b"half"), "/empty": (200, {}, b""), "/503": (503, {}, b"")})
        for path, message, retryable in (
            ("/away", "another host", False),
            ("/loop", "answered with 302", False),
            ("/half", "not whole", True),
            ("/empty", "not whole", True),
            ("/503", "answered with 503", True),
        ):
            with self.subTest(path):
                error = self.failure(self.host + path)
                self.assertIn(message, str(error))
                self.assertEqual((error.code, error.retryable, error.charged_usd), ("download_failed", retryable, "0"))
        for url in ("http://example.org/a", "file:///etc/passwd", "data:,x", ""):
            with self.subTest(url):
                self.assertIn("https://", str(self.failure(url)))
        with self.assertRaises(IndexError):
            self.loupe.download(self.post("https://a"), 1, self.to)


class Words(unittest.TestCase):
    def test_unknown_options_and_dot_segments_are_rejected_before_sending(self) -> None:
        loupe = Loupe("http://127.0.0.1:1", "key", max_retries=0)
        with self.assertRaises(TypeError):
            loupe.users.by_id("1", maxage=3)  # type: ignore[call-arg]
        for word in ("", ".", ".."):
            with self.assertRaises(ValueError):
                loupe.users.by_id(word)

    def test_wrong_arguments_are_named_and_never_sent(self) -> None:
        users = Loupe("http://127.0.0.1:1", "key", max_retries=0).users
        wrong: Any = [
            (TypeError, "user_id must be a string or a whole number, not 1.5", lambda: users.by_id(1.5)),
            (TypeError, "user_id must be a string or a whole number, not None", lambda: users.by_id(None)),
            (TypeError, "limit must be a whole number such as 50, not '5'", lambda: users.followers(1, limit="5")),
            (TypeError, "limit must be a whole number such as 50, not '5'", lambda: users.followers(1).to_list("5")),
            (TypeError, "fields must be 'pk,username' or .*not 5", lambda: users.by_id(1, fields=5)),
            (TypeError, "fields must be .* not {1}", lambda: users.by_id(1, fields={1})),
            (ValueError, "max_cost_usd must be an amount in USD such as '0.25'", lambda: users.by_id(1, max_cost_usd="1 USD")),
            (ValueError, "'x-a: b' is not the name of a header", lambda: users.by_id(1, headers={"x-a: b": "c"})),
            (ValueError, "the header x-a must be (?!.*secret)", lambda: users.by_id(1, headers={"x-a": "secret\nx-b: c"})),
            (ValueError, "the header x-loupe-fault must be", lambda: users.by_id(1, fault="timeout\r\nx-b: c")),
            (ValueError, "the header idempotency-key must be", lambda: users.by_id(1, idempotency_key="a\nx-b: c")),
            (ValueError, "base_url must be a URL such as 'https://loupe.example', not 'localhost:3000'", lambda: Loupe("localhost:3000", "key")),
            (ValueError, "base_url must be .* not None", lambda: Loupe(None, "key")),  # type: ignore[arg-type]
            (ValueError, "api_key must be (?!.*secret)", lambda: Loupe("http://127.0.0.1", "secret\nx-b: c")),
        ]
        for kind, message, call in wrong:
            with self.subTest(message), self.assertRaisesRegex(kind, f"^{message}"):
                call()

    def test_ids_may_be_numbers_fields_may_be_text_and_headers_are_sent_without_replacing_the_key(self) -> None:
        sent = []
        answer = (200, {}, b'{"comments": [], "has_more": false}')
        with patch.object(Transport, "_attempt", lambda _, request: sent.append(request) or answer):
            headers = {"X-Shared": "client", "x-trace": "1", "X-API-KEY": "other"}
            loupe = Loupe("https://loupe.example/", " key\n", pace=False, headers=headers, fault="http_502")
            loupe.users.by_id(1001, fields="pk, username", headers={"x-shared": "call", "x-loupe-fault": "reset"})
            loupe.users.by_id("1", fields=("pk",), fault="timeout")
            loupe.posts.comments(7, user_id=1012, fields="pk").first()
        self.assertEqual(
            [request.full_url for request in sent],
            [
                "https://loupe.example/users/1001?fields=pk%2Cusername",
                "https://loupe.example/users/1?fields=pk",
                "https://loupe.example/posts/7/comments?user_id=1012&fields=comments.pk%2Chas_more%2Cnext_min_id",
            ],
        )
        names = ("X-shared", "X-trace", "X-api-key", "X-loupe-fault")
        self.assertEqual([sent[0].get_header(name) for name in names], ["call", "1", "key", "http_502"])
        self.assertEqual(sent[1].get_header("X-loupe-fault"), "timeout")

    def test_a_refused_connection_is_a_lost_connection(self) -> None:
        with self.assertRaises(LoupeError) as raised:
            Loupe("http://127.0.0.1:1", "key", max_retries=0).users.by_id("1")
        self.assertEqual((raised.exception.code, raised.exception.charged_usd), ("connection_lost", None))


if __name__ == "__main__":
    unittest.main()
