"""Tells callgrind, from inside the counted process, when to count and when to write its counts down.

A program under valgrind speaks to it by a sequence of instructions that does nothing on a real processor (rotations by
128 bits in all, as documented in the valgrind manual under client requests). Here it is put into memory as machine
code of x86-64 and called; outside valgrind the calls do nothing.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MACHINE = "x86_64"
"""The kind of machine that `CODE` is for."""

CODE = bytes.fromhex(
    "4889f8"  # mov rax, rdi: the address of the request
    "31d2"  # xor edx, edx: the answer outside valgrind
    "48c1c703 48c1c70d 48c1c73d 48c1c733"  # rol rdi by 3, 13, 61, 51
    "4887db"  # xchg rbx, rbx: here valgrind reads the request
    "4889d0"  # mov rax, rdx: the answer
    "c3"  # ret
)

_CALLGRIND = 0x43540000  # 'C', 'T' in the upper bytes
WRITE_DOWN, START, STOP = _CALLGRIND, _CALLGRIND + 4, _CALLGRIND + 5

Ask = Callable[[int], int]


@contextmanager
def requests() -> Iterator[Ask]:
    """A function that sends a request (WRITE_DOWN, START, STOP) to callgrind and returns its answer, 0 outside it."""
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE)
    place = ctypes.c_char.from_buffer(page)
    send = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(ctypes.addressof(place))

    def ask(request: int) -> int:
        words = (ctypes.c_uint64 * 6)(request)
        return int(send(ctypes.addressof(words)))

    try:
        yield ask
    finally:
        del place  # the page cannot be closed while it is looked at
        page.close()
