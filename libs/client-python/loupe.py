"""The client of Loupe's data API: one file, nothing but the standard library, Python 3.9 or newer.

    loupe = Loupe("https://loupe.example", api_key)
    profile = loupe.users.by_username("marta.trails").data
    for user in loupe.users.followers(profile["pk"], limit=500):
        print(user["username"])

What is below "The operations" is made from the table of operations by `npm run generate`.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, TypedDict

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["Answer", "Listing", "Loupe", "LoupeError", "Meta", "Page"]

Json = Any


class CallOptions(TypedDict, total=False):
    """Options of every call."""

    max_age: int
    """An answer of this account's own that is up to so many seconds old will do."""
    fields: Sequence[str]
    """Cuts the answer, or each item of a list, to these members."""
    max_cost_usd: str
    """The most that the call, or the whole list, may cost. A call that would cost more is not made."""
    idempotency_key: str
    """Instead of one that is made for the call. Of a list, it is that of the first page."""


class ListOptions(CallOptions, total=False):
    limit: int
    """The most items that are wanted: no page is asked for after them."""


@dataclass(frozen=True)
class Meta:
    """What an answer's headers say. Amounts are decimal texts."""

    status: int
    request_id: Optional[str]
    cost_usd: Optional[str]
    balance_usd: Optional[str]
    media_expires_at: Optional[datetime]
    end: Optional[str]
    """Of the last page of a list, why it is the last: no-cursor, repeated-cursor, single-page or limit."""
    attempts: int
    age_seconds: Optional[int]
    is_replay: bool


@dataclass(frozen=True)
class Answer:
    raw: bytes
    meta: Meta

    @property
    def data(self) -> Json:
        return json.loads(self.raw)


@dataclass(frozen=True)
class Page:
    items: List[Json]
    next: Optional[str]
    """Where the next page begins; None on the last one. Sent as `cursor` (of comments as `min_id`), it resumes the list."""
    data: Json
    meta: Meta


class LoupeError(Exception):
    """Why a call failed. Without an answer the code is connection_lost or timeout, and nobody knows the charge."""

    def __init__(
        self,
        code: str,
        message: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        charged_usd: Optional[str] = None,
        retryable: bool = False,
        problem: Optional[Mapping[str, Json]] = None,
        attempts: int = 0,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.status = status
        self.request_id = request_id
        self.charged_usd = charged_usd
        self.retryable = retryable
        self.problem = problem or {}
        self.errors: List[Dict[str, str]] = self.problem.get("errors", [])
        self.attempts = attempts


class Budget:
    """What may still be spent. A price is taken before its call is made, so threads cannot pass it together."""

    def __init__(self, limit_usd: str) -> None:
        if not re.fullmatch(r"\d{1,9}(\.\d{1,6})?", limit_usd):
            raise ValueError(f"{limit_usd!r} is no amount of USD such as '0.25'")
        self.left = Decimal(limit_usd)


class Pacer:
    """Keeps to the rate that the key was told with its last answer: so many requests in so many seconds."""

    slack = 1.05  # Requests do not all travel equally long.

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._limit, self._seconds = 10, 1.0
        self._sent: List[float] = []
        self._paused_until = float("-inf")
        self._lock = threading.Lock()

    def take(self) -> float:
        """0 when a request may be sent now, which is noted; else how long to wait before asking again."""
        with self._lock:
            now = self._now()
            wait = self._paused_until - now
            if len(self._sent) >= self._limit:
                wait = max(wait, self._sent[-self._limit] + self._seconds * self.slack - now)
            if wait > 0:
                return wait
            self._sent = [*self._sent, now][-self._limit :]
            return 0

    def learn(self, policy: Optional[str]) -> None:
        """Reads RateLimit-Policy of an answer: `"key";q=10;w=1`."""
        match = re.search(r";q=([1-9]\d*);w=([1-9]\d*)", policy or "")
        if match:
            with self._lock:
                self._limit, self._seconds = int(match[1]), float(match[2])

    def pause(self, seconds: float) -> None:
        with self._lock:
            self._paused_until = max(self._paused_until, self._now() + seconds)


def retry_delay(
    status: Optional[int], retryable: bool, retry_after: Optional[str], retries: int, chance: float, now: float
) -> Optional[float]:
    """Seconds until a failed call is repeated; None when it is not, as 402, 403, 404 and 422 never are."""
    if not retryable or status in (402, 403, 404, 422):
        return None
    asked = _retry_after(retry_after, now)
    if asked is not None:
        return asked if asked <= 60 else None
    return min(0.5 * 2 ** min(retries, 10), 8) * (1 - chance / 4)


def _retry_after(text: Optional[str], now: float) -> Optional[float]:
    if text and text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now) if text else None
    except (TypeError, ValueError):
        return None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to wherever it leads."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Transport:
    repeat_seconds = 480.0  # An idempotency key holds for ten minutes: after them, what was lost would be charged again.

    def __init__(self, base_url: str, api_key: str, max_cost_usd: Optional[str], max_retries: int, timeout: float, pace: bool):
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._budget = Budget(max_cost_usd) if max_cost_usd is not None else None
        self._max_retries = max_retries
        self._timeout = timeout
        self._pacer = Pacer() if pace else None
        self._prices: Optional[Dict[str, Decimal]] = None
        self._lock = threading.Lock()
        self._open = urllib.request.build_opener(_NoRedirects).open

    def get(self, operation: str, path: str, query: Mapping[str, Any], options: CallOptions) -> Answer:
        fields = options.get("fields")
        budget = Budget(options["max_cost_usd"]) if "max_cost_usd" in options else None
        return self.send(operation, path, {**query, "fields": fields and ",".join(fields)}, options, budget)

    def send(
        self, operation: str, path: str, query: Mapping[str, Any], options: CallOptions, budget: Optional[Budget]
    ) -> Answer:
        unknown = set(options) - set(ListOptions.__annotations__) - set(CallOptions.__annotations__)
        if unknown:
            raise TypeError(f"{operation} has no option {', '.join(sorted(unknown))}")
        budgets = [one for one in (self._budget, budget) if one is not None]
        if not budgets:
            return self._attempts(operation, path, query, options, {})
        price = self._price(operation)
        with self._lock:
            if any(one.left < price for one in budgets):
                raise LoupeError("budget_reached", f"Another ${price} would pass the budget", charged_usd="0")
            for one in budgets:
                one.left -= price
        cost: Optional[str] = None
        try:
            # The service holds the ceiling where its price is no longer the one that was told.
            answer = self._attempts(operation, path, query, options, {"x-max-cost-usd": str(price)})
            cost = answer.meta.cost_usd
            return answer
        except LoupeError as error:
            cost = error.charged_usd
            if error.code == "price_above_ceiling":
                self._prices = None
            raise
        finally:
            # Where the cost is unknown, because no answer arrived, the price stays taken.
            if cost is not None:
                with self._lock:
                    for one in budgets:
                        one.left += price - Decimal(cost)

    def _attempts(
        self, operation: str, path: str, query: Mapping[str, Any], options: CallOptions, headers: Mapping[str, str]
    ) -> Answer:
        sent = {
            **headers,
            "x-api-key": self._api_key,
            "idempotency-key": options.get("idempotency_key") or str(uuid.uuid4()),
        }
        if options.get("max_age") is not None:
            sent["cache-control"] = f"max-age={options['max_age']}"
        search = urllib.parse.urlencode({name: _text(value) for name, value in query.items() if value is not None})
        request = urllib.request.Request(f"{self._base_url}{path}{'?' if search else ''}{search}", headers=sent)
        is_lost = False
        attempt = 1
        sent_at = 0.0
        while True:
            self._turn()
            if attempt == 1:
                sent_at = time.monotonic()
            elif is_lost and time.monotonic() - sent_at > self.repeat_seconds:
                raise failure
            retry_after = None
            try:
                status, received, body = self._attempt(request)
            except (OSError, http.client.HTTPException) as cause:
                is_late = isinstance(getattr(cause, "reason", cause), TimeoutError)
                code = "timeout" if is_late else "connection_lost"
                failure = LoupeError(code, str(cause), retryable=True, attempts=attempt)
                failure.__cause__ = cause
            else:
                retry_after = received.get("retry-after")
                if self._pacer:
                    self._pacer.learn(received.get("ratelimit-policy"))
                cost = received.get("x-cost-usd")
                # A lost attempt was charged, and this is its answer.
                if is_lost and "idempotency-replayed" in received:
                    cost = self._told_price(operation)
                meta = _meta(status, received, cost, attempt)
                if 200 <= status < 300:
                    return Answer(body, meta)
                failure = _failure(body, meta, is_lost)
            retries = attempt - 1
            wait = retry_delay(failure.status, failure.retryable, retry_after, retries, random.random(), time.time())
            if wait is None or retries >= self._max_retries:
                raise failure
            is_lost = is_lost or failure.charged_usd is None
            if failure.status == 429 and self._pacer:
                self._pacer.pause(wait)
            time.sleep(wait)
            attempt += 1

    def _attempt(self, request: urllib.request.Request) -> Tuple[int, Mapping[str, str], bytes]:
        until = time.monotonic() + self._timeout
        try:
            with self._open(request, timeout=self._timeout) as response:
                return response.status, response.headers, _read(response, until)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, _read(error, until)

    def _turn(self) -> None:
        while self._pacer:
            wait = self._pacer.take()
            if wait <= 0:
                return
            time.sleep(wait)

    def _told_price(self, operation: str) -> Optional[str]:
        try:
            return str(self._price(operation))
        except LoupeError:
            return None

    def _price(self, operation: str) -> Decimal:
        """As the service says it, once: operators choose their prices."""
        prices = self._prices
        if prices is None:
            items = self._attempts("system.price", "/system/price", {}, {}, {}).data["items"]
            prices = self._prices = {item["operation"]: Decimal(item["price_usd"]) for item in items}
        return prices.get(operation, Decimal(0))


def _read(response: Any, until: float) -> bytes:
    """The whole body. The time-out of the socket is that of each read, which a body that trickles never passes."""
    body = bytearray()
    while True:
        part = response.read1(65_536)
        body += part
        if not part:
            break
        if time.monotonic() > until:
            raise TimeoutError("the body takes too long")
    if response.length:
        raise http.client.IncompleteRead(bytes(body), response.length)
    return bytes(body)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(name: str, value: str) -> str:
    """A part of a path. One that would change which address it is is refused."""
    if value in ("", ".", ".."):
        raise ValueError(f"{name} must not be {value!r}")
    return urllib.parse.quote(value, safe="")


def _meta(status: int, headers: Mapping[str, str], cost: Optional[str], attempts: int) -> Meta:
    expiry, age = headers.get("x-media-expires-at"), headers.get("age")
    return Meta(
        status=status,
        request_id=headers.get("x-request-id"),
        cost_usd=cost,
        balance_usd=headers.get("x-balance-usd"),
        media_expires_at=datetime.strptime(expiry[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc) if expiry else None,
        end=headers.get("x-list-end"),
        attempts=attempts,
        age_seconds=int(age) if age else None,
        is_replay="idempotency-replayed" in headers,
    )


def _failure(body: bytes, meta: Meta, is_lost: bool) -> LoupeError:
    problem: Dict[str, Json] = {}
    try:
        parsed = json.loads(body)
        problem = parsed if isinstance(parsed, dict) else {}
    except ValueError:
        pass  # A proxy's page.
    charged = meta.cost_usd if meta.cost_usd is not None else problem.get("charged_usd")
    return LoupeError(
        code=problem.get("code", f"http_{meta.status}"),
        message=problem.get("detail", ""),
        status=meta.status,
        request_id=meta.request_id,
        charged_usd=None if is_lost and charged == "0" else charged,
        retryable=problem.get("retryable", meta.status in (408, 429) or meta.status >= 500),
        problem=problem,
        attempts=meta.attempts,
    )


def join_grid(data: Json) -> List[Json]:
    """The posts of a page of the profile grid, whole: its halves are joined on the media id."""
    media = [item["media"] for item in data["feed"]["profile_grid_items"] if item.get("media")]
    return [_join_halves(one, data["posts"].get(one["pk"], {})) for one in media]


def _join_halves(grid: Json, post: Json) -> Json:
    # As a rule only the grid's half has the files and the full user; everything else is complete in the other one.
    of_grid = [name for name in ("image_versions2", "video_versions", "user") if not _is_empty(grid.get(name))]
    whole = {name: value for name, value in post.items() if value is not None and name not in of_grid}
    joined = {**grid, **{name: value for name, value in post.items() if grid.get(name) is None}, **whole}
    for place in (joined, joined.get("location") or {}):
        for name in list(place):
            place.setdefault(re.sub(r"^1[a-z]", "", name), place[name])
    return joined


def _is_empty(files: Json) -> bool:
    """Whether it is a list of files, or pictures, of which there are none."""
    return (files.get("candidates") if isinstance(files, dict) else files) == []


def pick(value: Json, paths: Optional[Sequence[str]]) -> Json:
    """Cuts a value to these members, as the service does where it can."""
    if paths is None:
        return value
    if isinstance(value, list):
        return [pick(one, paths) for one in value]
    if not isinstance(value, dict):
        return value
    cut = {}
    for name, member in value.items():
        below = [path[len(name) + 1 :] for path in paths if path.startswith(f"{name}.")]
        if name in paths or below:
            cut[name] = member if name in paths else pick(member, below)
    return cut


class Listing:
    """A list: an iterator of its items over all of its pages, each of which is asked for when it is needed."""

    def __init__(
        self, transport: Transport, kind: str, operation: str, path: str, query: Mapping[str, Any], options: ListOptions
    ) -> None:
        self._transport, self._kind, self._operation, self._path = transport, kind, operation, path
        self._options = options
        self._fields = options.get("fields")
        self._query = {**query, "fields": self._asked_fields()}
        self._budget = Budget(options["max_cost_usd"]) if "max_cost_usd" in options else None

    def __iter__(self) -> Iterator[Json]:
        for page in self.pages():
            yield from page.items

    def to_list(self, limit: int) -> List[Json]:
        """Its items, at most so many."""
        return [item for page in self._walk(limit) for item in page.items]

    def first(self) -> Page:
        """Its first page."""
        return self._page(None)

    def pages(self) -> Iterator[Page]:
        """Its pages, each with its items, cost and balance."""
        return self._walk(self._options.get("limit"))

    def _walk(self, limit: Optional[int]) -> Iterator[Page]:
        left = limit if limit is not None else float("inf")
        token = None
        while left > 0:
            page = self._page(token)
            if len(page.items) >= left and (len(page.items) > left or page.next):
                yield replace(page, items=page.items[: int(left)], meta=replace(page.meta, end="limit"))
                return
            yield page
            left -= len(page.items)
            token = page.next
            if not token:
                return

    def _page(self, token: Optional[str]) -> Page:
        query, options = self._query, self._options
        if token:
            # A page is asked for with the token alone, whichever way the list began.
            query = {**query, "max_id": None, "min_id" if self._kind == "comments" else "cursor": token}
            options = {name: value for name, value in options.items() if name != "idempotency_key"}  # type: ignore[assignment]
        answer = self._transport.send(self._operation, self._path, query, options, self._budget)
        data = answer.data
        items, following = self._read(data)
        end = answer.meta.end if following else answer.meta.end or "no-cursor"
        return Page(items, following, data, replace(answer.meta, end=end))

    def _asked_fields(self) -> Optional[str]:
        if self._fields is None or self._kind == "grid":
            return None
        if self._kind == "comments":
            return ",".join([*(f"comments.{path}" for path in self._fields), "has_more", "next_min_id"])
        return ",".join(self._fields)

    def _read(self, data: Json) -> Tuple[List[Json], Optional[str]]:
        if self._kind == "grid":
            feed = data["feed"]
            return pick(join_grid(data), self._fields), feed["profile_grid_items_cursor"] if feed["more_available"] else None
        if self._kind == "comments":
            return data["comments"], data["next_min_id"] if data["has_more"] else None
        return data["items"], data["next_cursor"] if data["has_more"] else None


def _uuid(given: Optional[str]) -> str:
    return given or str(uuid.uuid4())


# The operations. Generated: do not edit below this line.


class UsersOperations:
    """Profiles, and what belongs to a user: followers, posts, reels, stories, highlights and more."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_username(
        self, username: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """Profile by username. Costs 2 units."""
        return self._transport.get("users.by_username", f"/users/username/{_segment('username', username)}", {}, options)

    def by_id(
        self, user_id: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """Profile by id. Costs 1 unit."""
        return self._transport.get("users.by_id", f"/users/{_segment('user_id', user_id)}", {}, options)

    def followers(
        self, user_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Accounts that follow a user. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "users.followers", f"/users/{_segment('user_id', user_id)}/followers", {"cursor": cursor}, options)

    def following(
        self, user_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Accounts that a user follows. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "users.following", f"/users/{_segment('user_id', user_id)}/following", {"cursor": cursor}, options)

    def posts(
        self, user_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Posts of a user, as the profile grid shows them. Costs 1 unit a page."""
        return Listing(self._transport, "grid", "users.posts", f"/users/{_segment('user_id', user_id)}/posts", {"cursor": cursor}, options)

    def reels(
        self, user_id: str, *, cursor: Optional[str] = None, sort_by_views: Optional[bool] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Reels of a user. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "users.reels", f"/users/{_segment('user_id', user_id)}/reels", {"cursor": cursor, "sort_by_views": sort_by_views}, options)

    def tagged(
        self, user_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Media that a user is tagged in. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "users.tagged", f"/users/{_segment('user_id', user_id)}/tagged", {"cursor": cursor}, options)

    def reposts(
        self, user_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Media that a user has reposted. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "users.reposts", f"/users/{_segment('user_id', user_id)}/reposts", {"cursor": cursor}, options)

    def stories(
        self, user_id: str, **options: Unpack[ListOptions]
    ) -> Listing:
        """Stories of the last 24 hours of a user. Costs 2 units a page."""
        return Listing(self._transport, "envelope", "users.stories", f"/users/{_segment('user_id', user_id)}/stories", {}, options)

    def highlights(
        self, user_id: str, **options: Unpack[ListOptions]
    ) -> Listing:
        """Highlights of a user. Costs 2 units a page."""
        return Listing(self._transport, "envelope", "users.highlights", f"/users/{_segment('user_id', user_id)}/highlights", {}, options)

    def about(
        self, user_id: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """What the “about this account” panel says. Costs 1 unit."""
        return self._transport.get("users.about", f"/users/{_segment('user_id', user_id)}/about", {}, options)


class PostsOperations:
    """One post, its comments and its likers."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_id(
        self, post_id: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """One post. Costs 1 unit."""
        return self._transport.get("posts.by_id", f"/posts/{_segment('post_id', post_id)}", {}, options)

    def comments(
        self, post_id: str, *, user_id: str, min_id: Optional[str] = None, max_id: Optional[str] = None, carousel_media_id: Optional[str] = None, carousel_index: Optional[int] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Comments of a post. Costs 1 unit a page."""
        return Listing(self._transport, "comments", "posts.comments", f"/posts/{_segment('post_id', post_id)}/comments", {"user_id": user_id, "min_id": min_id, "max_id": max_id, "carousel_media_id": carousel_media_id, "carousel_index": carousel_index}, options)

    def likers(
        self, post_id: str, *, user_id: str, **options: Unpack[ListOptions]
    ) -> Listing:
        """Accounts that like a post. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "posts.likers", f"/posts/{_segment('post_id', post_id)}/likers", {"user_id": user_id}, options)


class CommentsOperations:
    """Replies to a comment, and who likes it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def replies(
        self, comment_id: str, *, media_id: str, user_id: str, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Replies to a comment. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "comments.replies", f"/comments/{_segment('comment_id', comment_id)}/replies", {"media_id": media_id, "user_id": user_id, "cursor": cursor}, options)

    def likers(
        self, comment_id: str, **options: Unpack[ListOptions]
    ) -> Listing:
        """Accounts that like a comment. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "comments.likers", f"/comments/{_segment('comment_id', comment_id)}/likers", {}, options)


class SearchOperations:
    """Search for accounts, hashtags, audio and places, or for all of it at once."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def users(
        self, query: str, *, cursor: Optional[str] = None, search_session_id: Optional[str] = None, serp_session_id: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Search for accounts. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "search.users", "/search/users", {"query": query, "cursor": cursor, "search_session_id": _uuid(search_session_id), "serp_session_id": _uuid(serp_session_id)}, options)

    def hashtags(
        self, query: str, *, cursor: Optional[str] = None, search_session_id: Optional[str] = None, serp_session_id: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Search for hashtags. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "search.hashtags", "/search/hashtags", {"query": query, "cursor": cursor, "search_session_id": _uuid(search_session_id), "serp_session_id": _uuid(serp_session_id)}, options)

    def audio(
        self, query: str, *, cursor: Optional[str] = None, search_session_id: Optional[str] = None, serp_session_id: Optional[str] = None, browse_session_id: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Search for music and sounds. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "search.audio", "/search/audio", {"query": query, "cursor": cursor, "search_session_id": _uuid(search_session_id), "serp_session_id": _uuid(serp_session_id), "browse_session_id": _uuid(browse_session_id)}, options)

    def top(
        self, query: str, *, cursor: Optional[str] = None, search_session_id: Optional[str] = None, serp_session_id: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Blended search results. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "search.top", "/search/top", {"query": query, "cursor": cursor, "search_session_id": _uuid(search_session_id), "serp_session_id": _uuid(serp_session_id)}, options)

    def places(
        self, query: str, *, lat: Optional[float] = None, lng: Optional[float] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Search for places. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "search.places", "/search/places", {"query": query, "lat": lat, "lng": lng}, options)


class HashtagsOperations:
    """Hashtags and their media."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_name(
        self, name: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """Post count and trending state of a hashtag. Costs 1 unit."""
        return self._transport.get("hashtags.by_name", f"/hashtags/{_segment('name', name)}", {}, options)

    def top(
        self, name: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Top media of a hashtag. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "hashtags.top", f"/hashtags/{_segment('name', name)}/top", {"cursor": cursor}, options)

    def recent(
        self, name: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Most recent media of a hashtag. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "hashtags.recent", f"/hashtags/{_segment('name', name)}/recent", {"cursor": cursor}, options)

    def reels(
        self, name: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Reels of a hashtag. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "hashtags.reels", f"/hashtags/{_segment('name', name)}/reels", {"cursor": cursor}, options)


class LocationsOperations:
    """Places and the media taken there."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_id(
        self, location_id: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """Name, category, city and hours of a place. Costs 1 unit."""
        return self._transport.get("locations.by_id", f"/locations/{_segment('location_id', location_id)}", {}, options)

    def top(
        self, location_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Top media at a location. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "locations.top", f"/locations/{_segment('location_id', location_id)}/top", {"cursor": cursor}, options)

    def recent(
        self, location_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Most recent media at a location. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "locations.recent", f"/locations/{_segment('location_id', location_id)}/recent", {"cursor": cursor}, options)


class HighlightsOperations:
    """The media of a highlight."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_id(
        self, highlight_id: str, **options: Unpack[ListOptions]
    ) -> Listing:
        """Media of one highlight. Costs 2 units a page."""
        return Listing(self._transport, "envelope", "highlights.by_id", f"/highlights/{_segment('highlight_id', highlight_id)}", {}, options)


class StoriesOperations:
    """The media of a story reel."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_reel(
        self, reel_id: str, **options: Unpack[ListOptions]
    ) -> Listing:
        """Media of a story reel. Costs 2 units a page."""
        return Listing(self._transport, "envelope", "stories.by_reel", f"/stories/{_segment('reel_id', reel_id)}", {}, options)


class AudioOperations:
    """Tracks and sounds, and the reels that use them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def trending(
        self, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Trending audio. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "audio.trending", "/audio/trending", {"cursor": cursor}, options)

    def by_id(
        self, audio_id: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """Page metadata of a track or original sound. Costs 1 unit."""
        return self._transport.get("audio.by_id", f"/audio/{_segment('audio_id', audio_id)}", {}, options)

    def medias(
        self, audio_id: str, *, cursor: Optional[str] = None, **options: Unpack[ListOptions]
    ) -> Listing:
        """Reels that use a track or sound. Costs 1 unit a page."""
        return Listing(self._transport, "envelope", "audio.medias", f"/audio/{_segment('audio_id', audio_id)}/medias", {"cursor": cursor}, options)


class ResolveOperations:
    """Media pk to shortcode and back."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def media(
        self, *, pk: Optional[str] = None, code: Optional[str] = None, **options: Unpack[CallOptions]
    ) -> Answer:
        """Media pk to shortcode and back. Free."""
        return self._transport.get("resolve.media", "/resolve/media", {"pk": pk, "code": code}, options)


class OembedOperations:
    """oEmbed of a post, and what a share link points to."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_url(
        self, url: str, **options: Unpack[CallOptions]
    ) -> Answer:
        """oEmbed of a post, or what a share link points to. Costs 1 unit."""
        return self._transport.get("oembed.by_url", "/oembed", {"url": url}, options)


class SystemOperations:
    """Liveness and balance."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def health(
        self, **options: Unpack[CallOptions]
    ) -> Answer:
        """Liveness check. Free."""
        return self._transport.get("system.health", "/system/health", {}, options)

    def balance(
        self, **options: Unpack[CallOptions]
    ) -> Answer:
        """Balance of the key’s account. Free."""
        return self._transport.get("system.balance", "/system/balance", {}, options)

    def price(
        self, *, operation: Optional[str] = None, **options: Unpack[CallOptions]
    ) -> Answer:
        """Price of an operation, or of all of them. Free."""
        return self._transport.get("system.price", "/system/price", {"operation": operation}, options)


class Loupe:
    """The API of one installation, with one key. Its methods are the operations; threads may share it.

    max_cost_usd is the most that all of its calls may cost; a call that failed and may succeed later is repeated up to
    max_retries times; timeout is that of one attempt, in seconds; pace keeps to the rate of the key.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_cost_usd: Optional[str] = None,
        max_retries: int = 2,
        timeout: float = 30,
        pace: bool = True,
    ) -> None:
        transport = Transport(base_url, api_key, max_cost_usd, max_retries, timeout, pace)
        self.users = UsersOperations(transport)
        self.posts = PostsOperations(transport)
        self.comments = CommentsOperations(transport)
        self.search = SearchOperations(transport)
        self.hashtags = HashtagsOperations(transport)
        self.locations = LocationsOperations(transport)
        self.highlights = HighlightsOperations(transport)
        self.stories = StoriesOperations(transport)
        self.audio = AudioOperations(transport)
        self.resolve = ResolveOperations(transport)
        self.oembed = OembedOperations(transport)
        self.system = SystemOperations(transport)
