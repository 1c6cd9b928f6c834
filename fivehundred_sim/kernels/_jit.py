"""The one owner of jit options, with the reason for each, and the few bit instructions that numba lacks.

Importing this module also points numba's cache at a folder whose name is a hash of all kernel sources:
numba checks only the file of a cached function, not the files of the functions it calls, so without the
salt an edit in one kernel file could leave another running old code.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def source_hash() -> str:
    """A short hash of every kernel source file and the numba version: the name of the kernel cache."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled kernels are kept (`FIVEHUNDRED_CACHE_DIR`, or the user's cache folder)."""
    chosen = os.environ.get("FIVEHUNDRED_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("fivehundred-sim"))


KERNEL_HASH = source_hash()
if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(cache_root() / "kernels" / KERNEL_HASH)


def kernel(signature: Any = None, **options: Any) -> Callable[[F], F]:
    """Decorate a kernel.

    cache: compiled once a machine. nogil: worker threads run side by side. error_model numpy: no branch for
    division by zero. boundscheck off unless NUMBA_BOUNDSCHECK says so. A signature is needed by functions
    that call themselves.
    """
    merged: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
    merged.update(options)

    def decorate(function: F) -> F:
        if signature is None:
            return cast(F, numba.njit(**merged)(function))
        return cast(F, numba.njit(signature, **merged)(function))

    return decorate


def _llvm_call(name: str, with_zero_flag: bool) -> Callable[..., Any]:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i64 = ir.IntType(64)
        kinds = [i64, ir.IntType(1)] if with_zero_flag else [i64]
        function = builder.module.declare_intrinsic(name, [i64], ir.FunctionType(i64, kinds))
        values = [args[0], ir.Constant(ir.IntType(1), 0)] if with_zero_flag else [args[0]]
        return builder.call(function, values)

    return codegen


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """Number of set bits of a uint64, as int64."""
    return types.int64(types.uint64), _llvm_call("llvm.ctpop", False)


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    """Index of the lowest set bit of a uint64, as int64 (64 for zero)."""
    return types.int64(types.uint64), _llvm_call("llvm.cttz", True)


@intrinsic
def leading_zeros(typingctx: Any, word: Any) -> Any:
    """Number of zero bits above the highest set bit of a uint64, as int64 (64 for zero)."""
    return types.int64(types.uint64), _llvm_call("llvm.ctlz", True)


@intrinsic
def load(typingctx: Any, address: Any, index: Any) -> Any:
    """The uint64 at `address + 8 * index`. Nothing is checked; the caller keeps the array alive."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [args[1]]))

    return types.uint64(types.uint64, types.int64), codegen


@intrinsic
def store(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
    """Write a uint64 at `address + 8 * index`. Nothing is checked."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[2], builder.gep(pointer, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.uint64), codegen
