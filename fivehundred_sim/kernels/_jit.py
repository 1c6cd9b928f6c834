"""The one owner of jit options, with the reason for each, and the few bit instructions that numba lacks."""

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numba
import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from fivehundred_sim.kernels._cache import LOCATORS

# Annotations of kernels are for readers: mypy cannot follow numba's arithmetic, in which a constant beside a
# uint64 must be wrapped as one. So these names say what a value is and check nothing.
Word: TypeAlias = Any  # uint64: a hand, a set of cards, a random word or an address
Int: TypeAlias = Any  # int64
Flag: TypeAlias = Any  # bool, or an int that is 0 or 1
Real: TypeAlias = Any  # float64
Words = NDArray[np.uint64]
Ints = NDArray[np.int64]


def kernel(signature: Any = None, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a kernel. numba infers its types from the call.

    cache: compiled once a machine. nogil: worker threads run side by side. error_model numpy: no branch for
    division by zero. no_cfunc_wrapper: nobody calls a kernel from C, and a wrapper holds the code once more.
    boundscheck off unless NUMBA_BOUNDSCHECK says so. A signature is needed by functions
    that call themselves. `forceinline=True`: small functions of the playout, whose time it cuts by a tenth.
    """
    merged: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    merged.update(options)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        jit = numba.njit(**merged) if signature is None else numba.njit(signature, **merged)
        # Where a function is kept is settled when it is decorated; other people's are none of our business.
        others = numba.config.CACHE_LOCATOR_CLASSES  # type: ignore[attr-defined]
        numba.config.CACHE_LOCATOR_CLASSES = LOCATORS  # type: ignore[attr-defined]
        try:
            return cast(Callable[..., Any], jit(function))
        finally:
            numba.config.CACHE_LOCATOR_CLASSES = others  # type: ignore[attr-defined]

    return decorate


def apart(dispatcher: Any) -> Callable[..., Any]:
    """Return what calls a kernel of one explicit signature as it was compiled, from other kernels.

    numba optimises all that a kernel calls once more with the kernel, so a deep chain is compiled as often as
    it is deep. What is called apart is compiled once, and linked by a name that stands for its address, which
    is another in every process. For large kernels: nothing of them can be inlined.
    """
    signature = dispatcher.nopython_signatures[0]
    compiled = dispatcher.overloads[dispatcher.signatures[0]]
    name = f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__name__}"
    binding.add_symbol(name, compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))

    @intrinsic
    def call(typingctx: Any, *arguments: Any) -> Any:
        given = arguments[0] if isinstance(arguments[0], types.BaseTuple) else types.StarArgTuple(arguments)  # type: ignore[no-untyped-call]

        def codegen(context: Any, builder: Any, called: Any, values: Any) -> Any:
            kind = context.call_conv.get_function_type(signature.return_type, signature.args)
            callee = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
            words = cgutils.unpack_tuple(  # type: ignore[no-untyped-call]
                builder, values[0], len(signature.args)
            )
            converted = [
                context.cast(builder, word, have, want)
                for word, have, want in zip(words, called.args[0].types, signature.args, strict=True)
            ]
            _, result = context.call_conv.call_function(
                builder, callee, signature.return_type, signature.args, converted
            )
            return result

        return signature.return_type(given), codegen

    return cast(Callable[..., Any], call)


def instruction(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a code generator callable from kernels (numba's intrinsic, with a type that mypy can use)."""
    return cast(Callable[..., Any], intrinsic(function))


def _llvm_call(name: str, with_zero_flag: bool) -> Callable[..., Any]:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i64 = ir.IntType(64)
        kinds = [i64, ir.IntType(1)] if with_zero_flag else [i64]
        function = builder.module.declare_intrinsic(name, [i64], ir.FunctionType(i64, kinds))
        values = [args[0], ir.Constant(ir.IntType(1), 0)] if with_zero_flag else [args[0]]
        return builder.call(function, values)

    return codegen


@instruction
def popcount(typingctx: Any, word: Any) -> Any:
    """Number of set bits of a uint64, as int64."""
    return types.int64(types.uint64), _llvm_call("llvm.ctpop", False)


@instruction
def lowest(typingctx: Any, word: Any) -> Any:
    """Index of the lowest set bit of a uint64, as int64 (64 for zero)."""
    return types.int64(types.uint64), _llvm_call("llvm.cttz", True)


@instruction
def leading_zeros(typingctx: Any, word: Any) -> Any:
    """Number of zero bits above the highest set bit of a uint64, as int64 (64 for zero)."""
    return types.int64(types.uint64), _llvm_call("llvm.ctlz", True)


@instruction
def load(typingctx: Any, address: Any, index: Any) -> Any:
    """The uint64 at `address + 8 * index`. Nothing is checked; the caller keeps the array alive."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [args[1]]))

    return types.uint64(types.uint64, types.int64), codegen


@instruction
def load_short(typingctx: Any, address: Any, index: Any) -> Any:
    """The int16 at `address + 2 * index`, as int64. Nothing is checked; the caller keeps the array alive."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(16).as_pointer())
        return builder.sext(builder.load(builder.gep(pointer, [args[1]])), ir.IntType(64))

    return types.int64(types.uint64, types.int64), codegen


@instruction
def store(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
    """Write a uint64 at `address + 8 * index`. Nothing is checked."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[2], builder.gep(pointer, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.uint64), codegen
