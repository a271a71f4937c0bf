"""Builds the wheel and the sdist of loupe.py with the standard library only (PEP 517), so pip needs no network to install either.

`python3 build_package.py FOLDER` builds both. Two builds of the same sources are equal, byte for byte.
"""

import base64
import gzip
import hashlib
import io
import json
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MADE = HERE / "PKG-INFO"
# A sdist has its metadata. In a checkout, the version stands in the root's package.json.
VERSION = "" if MADE.exists() else json.loads((HERE / "../../package.json").read_text("utf-8"))["version"]
METADATA = MADE.read_bytes() if MADE.exists() else f"""Metadata-Version: 2.1
Name: loupe-client
Version: {VERSION}
Summary: The client of Loupe's data API
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text("utf-8")}""".encode()
NAME = "loupe_client-" + METADATA.split(b"\nVersion: ")[1].split(b"\n")[0].decode()


def build_wheel(folder: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    info = f"{NAME}.dist-info"
    files = {
        "loupe.py": (HERE / "loupe.py").read_bytes(),
        f"{info}/METADATA": METADATA,
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: loupe\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with zipfile.ZipFile(Path(folder, f"{NAME}-py3-none-any.whl"), "w") as archive:
        for name, content in files.items():
            # Without a time, a member has that of 1980.
            member = zipfile.ZipInfo(name)
            member.external_attr = 0o100644 << 16
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)
    return f"{NAME}-py3-none-any.whl"


def build_sdist(folder: str, config_settings: Any = None) -> str:
    names = ("README.md", "build_package.py", "loupe.py", "pyproject.toml")
    files = {"PKG-INFO": METADATA, **{name: (HERE / name).read_bytes() for name in names}}
    with gzip.GzipFile(Path(folder, f"{NAME}.tar.gz"), "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"{NAME}/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return f"{NAME}.tar.gz"


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]), build_sdist(sys.argv[1]))
