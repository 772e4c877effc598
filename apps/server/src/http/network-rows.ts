import { hash } from "node:crypto";
import { createFailureRows, type FailurePatience, type FailureRows } from "./failure-rows.ts";
import { networkOf, widerNetworkOf } from "./network-of.ts";

/** One visitor may have many networks. All of them together may fail this many times as often as one network. */
const WIDER = 4;

/** A row in which an attempt is counted. */
export type FailureRow = { readonly rows: FailureRows; readonly key: string };

export type NetworkRows = {
  /** The rows for an attempt from this address. With `what`, each thing that is tried has its own rows. */
  of(address: string, what?: string): readonly FailureRow[];
  /** Number of rows in memory. */
  size(): number;
};

/** Counts failures by network, and also by the wider network where one visitor may have many networks (IPv6). */
export function createNetworkRows(patience: FailurePatience, now: () => number): NetworkRows {
  const near = createFailureRows(patience, now);
  const { allowed, forgivenAfterMs } = patience;
  const widely = { ...patience, allowed: allowed * WIDER, forgivenAfterMs: forgivenAfterMs / WIDER };
  const wide = createFailureRows(widely, now);
  return {
    of: (address, what) => {
      const keyOf = (network: string) => (what === undefined ? network : pairOf(network, what));
      const wider = widerNetworkOf(address);
      const row = { rows: near, key: keyOf(networkOf(address)) };
      return wider === null ? [row] : [row, { rows: wide, key: keyOf(wider) }];
    },
    size: () => near.size() + wide.size(),
  };
}

/** A hash, because clients may send long texts. */
export const pairOf = (network: string, what: string): string => hash("sha256", JSON.stringify([network, what]));
