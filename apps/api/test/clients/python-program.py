"""Reads calls from standard input, makes them with the Python client, and prints their results."""

import dataclasses
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

from loupe import Listing, Loupe, LoupeError


def call(loupe: Loupe, name: str, words: list, options: dict):
    domain, operation = name.split(".")
    return getattr(getattr(loupe, domain), operation)(*words, **options)


def result_of(loupe: Loupe, name: str, words: list, options: dict) -> dict:
    try:
        result = call(loupe, name, words, options)
        if not isinstance(result, Listing):
            return {"data": result.data, "meta": dataclasses.asdict(result.meta)}
        pages = [{**dataclasses.asdict(page), "data": None} for page in result.pages()]
        return {"items": [item for page in pages for item in page["items"]], "pages": pages}
    except LoupeError as error:
        names = ("code", "status", "request_id", "charged_usd", "retryable", "errors", "attempts")
        return {"error": {name: getattr(error, name) for name in names}}


job = json.load(sys.stdin)
client = Loupe(os.environ["LOUPE_URL"], os.environ["LOUPE_API_KEY"], **job["client"])
with ThreadPoolExecutor(job.get("threads", 1)) as threads:
    results = list(threads.map(lambda one: result_of(client, *one), job["calls"]))
print(json.dumps(results, default=str))
