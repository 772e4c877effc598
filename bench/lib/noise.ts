import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { ms, type Stats, timed } from "./stats.ts";

/** How steady the machine is: the same piece of work again and again, without a server. */
export type Noise = { readonly processor: Stats; readonly disk: Stats; readonly load: number };

const RUNS = 100;
const BYTES = Buffer.alloc(2 ** 20, 7);

/** `folder`: on the disk that the server writes to. */
export async function noiseOf(folder: string): Promise<Noise> {
  const load = loadavg()[0] ?? 0;
  const processor = await timed(RUNS, () => createHash("sha256").update(BYTES).digest());
  const path = join(folder, "noise");
  const file = openSync(path, "w");
  try {
    const disk = await timed(RUNS, () => {
      writeSync(file, BYTES, 0, 4096, 0);
      fsyncSync(file);
    });
    return { processor, disk, load };
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

export const tellNoise = ({ processor, disk, load }: Noise): string =>
  `${ms(processor.p50)} (p99 ${ms(processor.p99)}) for a hash of 1 MiB, ${ms(disk.p50)} (p99 ${ms(disk.p99)}) for 4 KiB on the disk, load ${load.toFixed(1)} before`;

export const machine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() || "no name"}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}`;
