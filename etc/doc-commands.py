#!/usr/bin/env python3
"""Runs the commands of README.md and docs/*.md as a reader would: one block after the other, in the project's folder.

What stands behind the fence's first word tells what a block is:
    sh              is run and must succeed
    sh serves=8080/score
                    runs until the next block has run; that one starts when this path of this machine is there
    sh elsewhere    is for another system, installs something, or takes long: its syntax is checked, and it is listed
    sh this         is what runs this script

A text block right behind a sh block is what it prints, or a part of that.
"""

import pathlib
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```(sh|bash|console)\b ?(.*?)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
BLOCK_SECONDS = 900
START_SECONDS = 300


def blocks():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        for fence in FENCE.finditer(text):
            line = text.count("\n", 0, fence.start()) + 1
            yield f"{page.relative_to(ROOT)}:{line}", fence.group(2).strip(), fence.group(3), fence.group(4)


def start(script):
    return subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def run(script):
    process = start(script)
    try:
        output, _ = process.communicate(timeout=BLOCK_SECONDS)
    except subprocess.TimeoutExpired:
        end(process)
        return False, f"not done after {BLOCK_SECONDS} s"
    return process.returncode == 0, output


def end(process):
    subprocess.run(["kill", "-TERM", "--", f"-{process.pid}"], stderr=subprocess.DEVNULL, check=False)
    try:
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        subprocess.run(["kill", "-KILL", "--", f"-{process.pid}"], stderr=subprocess.DEVNULL, check=False)
        process.communicate()


def wait_for(address, process):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{address}", timeout=5).close()
            return True
        except urllib.error.HTTPError as error:
            # A path that takes another method is there; one that is not found is not there yet.
            if error.code != 404:
                return True
        except OSError:
            pass
        time.sleep(0.2)
    return False


def main():
    passed, failed, server = 0, 0, None
    for place, kind, script, shown in blocks():
        if kind == "this":
            continue
        if kind == "elsewhere":
            checked = subprocess.run(["bash", "-n", "-c", script], capture_output=True, text=True, check=False)
            good, output = checked.returncode == 0, checked.stderr
            note = "not run here, syntax checked"
        elif kind.startswith("serves="):
            server = start(script)
            good = wait_for(kind.split("=")[1], server)
            output = "" if good else "it is not there"
            note = "serves"
        elif kind == "":
            good, output = run(script)
            if good and shown and shown.strip() not in output:
                good, output = False, f"it did not print what the page shows, but:\n{output}"
            note = ""
            if server:
                end(server)
                server = None
        else:
            good, output, note = False, f"unknown kind: {kind}", ""
        passed, failed = passed + good, failed + (not good)
        first = script.strip().splitlines()[0]
        print(f"{'ok  ' if good else 'FAIL'} {place:24} {first}{f'  ({note})' if note else ''}", flush=True)
        if not good:
            print("\n".join(output.splitlines()[-40:]))
    if server:
        end(server)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
