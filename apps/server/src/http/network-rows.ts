import { hash } from "node:crypto";
import { createFailureRows, type FailurePatience, type FailureRows } from "./failure-rows.ts";
import { networkOf, widerNetworkOf } from "./network-of.ts";

/** In all networks together that one visitor may have, this many times what is taken in one of them. */
const WIDER = 4;

/** A row that an attempt counts in. */
export type FailureRow = { readonly rows: FailureRows; readonly key: string };

export type NetworkRows = {
  /** The rows of an attempt from this address, at `what` where each thing that is tried has rows of its own. */
  of(address: string, what?: string): readonly FailureRow[];
  /** How many rows are remembered. */
  size(): number;
};

/** Failures by the network they come from, and by the wider one where one visitor may have many networks (IPv6). */
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

/** A digest, because anybody may send long texts. */
export const pairOf = (network: string, what: string): string => hash("sha256", JSON.stringify([network, what]));
