"""Writes one valid stream of frames per direction as a start for the fuzzers. usage: seeds.py FOLDER"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "test"))
from driver import string, strings, u8, u32, u64


def frame(kind, payload):
    return u32(len(payload) + 1) + u8(kind) + payload


TERMS = u32(1000) + u32(100) + u64(1000) + u64(1000) + u8(1) + string("/workspace")
INIT = [
    (0x40, u32(1) + u32(7) + u64(1) + u64(2) + string(bytes(16))),
    (0x41, u32(1) + u8(71) + strings(["/bin/sh", "-c", "x"]) + strings(["A=b"]) + TERMS),
    (0x41, u32(2) + u8(40) + strings(["sh"]) + strings(["A=b"]) + TERMS + u32(80) + u32(24)),
    (0x42, u32(1) + TERMS),
    (0x43, u32(1) + u8(0) + b"data"),
    (0x44, u32(1) + u32(9)),
    (0x45, u32(1) + string("/workspace/f") + u32(0o644) + u64(4)),
    (0x46, u32(1) + b"data"),
    (0x47, u32(1) + string("/workspace") + u32(10) + u32(10)),
    (0x48, u32(1) + string("/workspace/f") + u8(1) + u64(10)),
    (0x49, u32(1) + u8(2) + u32(5)),
    (0x4A, u32(1) + u32(80) + u32(24)),
    (0x4B, b""),
    (0x4C, u32(1000) + u64(60000) + u32(10)),
]


def start(flags):
    numbers = u64(1) + u8(flags) + u32(1) + u32(1) + u32(5) + u64(1) + u64(1)
    return numbers + strings(["/g"]) + u32(1) + string("tmp") + u32(0o755) + strings(["/bin/true", "x"])


LAUNCHER = [(0x10, start(1)), (0x10, start(2) + string("/run/s")), (0x11, u64(1)), (0x12, u64(1))]


def write(folder, frames, report=b""):
    os.makedirs(folder, exist_ok=True)
    for number, (kind, payload) in enumerate(frames):
        with open(os.path.join(folder, f"seed-{number}"), "wb") as file:
            file.write(frame(kind, payload))
    with open(os.path.join(folder, "seed-all"), "wb") as file:
        file.write(b"".join(frame(kind, payload) for kind, payload in frames) + report)


write(os.path.join(sys.argv[1], "init"), INIT)
write(os.path.join(sys.argv[1], "launcher"), LAUNCHER, b'{\n    "child-pid": 4321,\n}')
