"""What the document allows and a call refuses has to stand in the table of docs/merchants/requests.md."""

import itertools
import json
import os
import re
from pathlib import Path

import schemathesis

# 404 and 409 are answers to ids that there are not, and to two calls at once.
ALWAYS = {401, 403, 404, 409, 429}


def listed() -> set[tuple[str, str]]:
    rows = re.findall(r"^\| ([A-Z]{2}_\d\d) \| (.*?) \|", Path(os.environ["REFUSALS"]).read_text(), re.M)
    return {(code, field.strip()) for code, fields in rows for field in fields.split(",")}


LISTED = listed()

# Of any field, by the words of the message.
ANY = "any: "
WORDS = [(code, field.removeprefix(ANY)) for code, field in LISTED if field.startswith(ANY)]
calls = itertools.count()


def is_allowed(case: schemathesis.Case) -> bool:
    return case.meta is not None and case.meta.generation.mode == schemathesis.GenerationMode.POSITIVE


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """A key that an earlier call has used is refused for that alone."""
    if is_allowed(case) and "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = f"case-{os.getpid()}-{next(calls)}"


@schemathesis.check
def refusal_is_listed(ctx, response, case) -> None:
    status = response.status_code
    if not is_allowed(case) or not 400 <= status < 500 or status in ALWAYS:
        return
    error = json.loads(response.content)["error"]
    refusal = (error["code"], error.get("param") or "")
    by_words = any(error["code"] == code and words in error["message"] for code, words in WORDS)
    if refusal not in LISTED and not by_words:
        raise AssertionError(f"refused and not listed: {refusal} {error['message']}")
