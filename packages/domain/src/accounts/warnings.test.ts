import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY } from "../time.ts";
import { CLOCK_OFF, type Measured, WARNING_KINDS, warningsOf } from "./warnings.ts";

const NOW = 1_800_000_000_000_000;
const WELL: Measured = {
  now: NOW,
  disk: null,
  backupDisk: null,
  memory: [],
  newest: null,
  jump: null,
  certificate: null,
};
const NONE = new Set<never>();
const GIB = 2 ** 30;
const kinds = (measured: Partial<Measured>, before: readonly (typeof WARNING_KINDS)[number][] = []) =>
  warningsOf({ ...WELL, ...measured }, new Set(before)).map(({ kind }) => kind);
const certificate = (days: number, left: number) => ({
  host: "a.example",
  from: NOW - (days - left) * DAY,
  until: NOW + left * DAY,
});

test.each<[string, Partial<Measured>, readonly string[]]>([
  ["nothing known", {}, []],
  ["a tenth of a small disk", { disk: { free: 0.9 * GIB, total: 10 * GIB } }, ["disk"]],
  ["more than a tenth of it", { disk: { free: 1.1 * GIB, total: 10 * GIB } }, []],
  ["a tenth of the disk of the backups", { backupDisk: { free: 0.9 * GIB, total: 10 * GIB } }, ["backup_disk"]],
  ["6 GiB of a large disk", { disk: { free: 6 * GIB, total: 4000 * GIB } }, []],
  ["4 GiB of a large disk", { disk: { free: 4 * GIB, total: 4000 * GIB } }, ["disk"]],
  ["nine tenths of the process's limit", { memory: [{ of: "process", used: 9, limit: 10 }] }, ["memory"]],
  ["nine tenths of the machine's memory", { memory: [{ of: "machine", used: 9, limit: 10 }] }, []],
  ["a clock a second behind", { newest: NOW + 1_000_000 }, []],
  ["a clock two minutes behind", { newest: NOW + 2 * CLOCK_OFF }, ["clock"]],
  ["a clock set now", { jump: { by: -2 * CLOCK_OFF, at: NOW } }, ["clock"]],
  ["a clock set yesterday", { jump: { by: 2 * CLOCK_OFF, at: NOW - DAY } }, []],
  ["a certificate of 90 days with 30 left", { certificate: certificate(90, 30) }, []],
  ["a certificate of 90 days with 13 left", { certificate: certificate(90, 13) }, ["certificate"]],
  ["a certificate of 6 days with 2 left", { certificate: certificate(6, 2) }, []],
  ["a certificate of 6 days with 1 left", { certificate: certificate(6, 1) }, ["certificate"]],
  ["a certificate that is over", { certificate: certificate(6, -1) }, ["certificate"]],
])("WAT-07 %s", (_, measured, expected) => {
  expect(kinds(measured)).toEqual(expected);
});

test("WAT-07 a warning goes only when it is clearly better, and a worse value never takes it away", () => {
  const total = 10 * GIB;
  expect(kinds({ disk: { free: 1.05 * GIB, total } }, ["disk"])).toEqual(["disk"]);
  expect(kinds({ disk: { free: 1.2 * GIB, total } }, ["disk"])).toEqual([]);
  const free = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(free, free, fc.subarray([...WARNING_KINDS]), (one, other, before) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const at = (share: number): Partial<Measured> => ({
        disk: { free: share * total, total },
        backupDisk: { free: share * total, total },
        memory: [{ of: "heap", used: (1 - share) * 100, limit: 100 }],
        certificate: certificate(90, share * 90),
        newest: NOW - share * DAY,
      });
      for (const kind of kinds(at(more), before)) expect(kinds(at(less), before)).toContain(kind);
      expect(warningsOf({ ...WELL, ...at(more) }, NONE).length).toBeLessThanOrEqual(WARNING_KINDS.length);
    }),
  );
});
