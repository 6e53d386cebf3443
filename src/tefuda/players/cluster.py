"""Dask clusters: connect to one, or say why that is not possible."""

import asyncio
import importlib
from typing import Any, Final

from tefuda.core.errors import invalid_input

CONNECT_TIMEOUT: Final = 5
"""Seconds to wait for the scheduler of a cluster."""


def import_distributed() -> Any:
    """Return the library for clusters; raise `InvalidInput` if it is not installed."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        how = "pip install 'tefuda[cluster]'"
        raise invalid_input(
            "no_dask", f"Dask is not installed. Install it with: {how}", f"Dask がありません: {how}"
        ) from None


def connect_cluster(address: str) -> Any:
    """Return a client of a cluster with workers; raise `InvalidInput` if it does not answer or has no workers."""
    distributed = import_distributed()

    async def probe() -> None:
        comm = await distributed.core.connect(address, timeout=CONNECT_TIMEOUT)
        await comm.close()

    try:
        # A client without a scheduler keeps trying and logs errors when it is closed, so probe first.
        asyncio.run(probe())
        client = distributed.Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError):
        en = f"No Dask scheduler answers at {address!r}. An address looks like tcp://host:8786."
        ja = f"{address!r} に Dask スケジューラが見つかりません。tcp://host:8786 のように指定してください。"
        raise invalid_input("no_cluster", en, ja) from None
    if not client.ncores():
        client.close()
        en = f"The cluster at {address} has no workers. Start some with: dask worker {address}"
        raise invalid_input("no_workers", en, f"{address} にワーカーがいません。起動: dask worker {address}")
    return client
