"""Does with a management token all that the Python client can, and prints what came of it."""

import json
import os
import sys

from loupe import LoupeError, LoupeManagement

token = sys.stdin.read()
management = LoupeManagement(os.environ["LOUPE_URL"], token)
created = management.create_key("Once", daily_cap_usd="1")
changed = management.change_key(created["id"], monthly_cap_usd="7")
rotated = [management.rotate_key(created["id"], 60, idempotency_key="the-first-run-of-it") for _ in range(2)]
revoked = management.revoke_key(rotated[0]["id"])
entries = list(management.audit())
try:
    management.key("999999")
except LoupeError as error:
    missing = [error.code, error.status, error.charged_usd]
result = {
    "named": [key["id"] for key in management.keys() if key["name"] == "Once"],
    "changed": changed["monthly_cap_usd"],
    "same": rotated[0] == rotated[1],
    "revoked": [revoked, management.key(rotated[0]["id"])["state"]],
    "usage": list(management.usage(group_by="key")),
    "balance": management.balance(),
    "actions": [entry["action"] for entry in entries],
    "later": [entry["action"] for entry in management.audit(entries[-3]["id"])],
    "missing": missing,
    "ids": [created["id"], rotated[0]["id"]],
    "key": created["key"],
}
print(json.dumps(result))
