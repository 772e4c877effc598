import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR, nextBackupAt } from "./backups.ts";

const time = fc.integer({ min: 0, max: 10_000 * HOUR });

test("BAK-06 the next backup is at most one interval away, or an hour after one that failed, whatever the clock said", () => {
  const hours = fc.integer({ min: 1, max: 8760 });
  fc.assert(
    fc.property(hours, fc.option(time), fc.option(time), time, (count, made, failed, now) => {
      const every = count * HOUR;
      const at = nextBackupAt({ every }, { made, failed }, now);
      expect(at).toBeLessThanOrEqual(now + every);
      if (failed === null && made !== null && made <= now) expect(at).toBe(made + every);
      if (failed !== null && failed <= now) expect(at).toBeGreaterThanOrEqual(failed + Math.min(every, HOUR));
      if (made === null && failed === null) expect(at).toBe(now);
    }),
  );
});
