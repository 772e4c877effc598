// The clock of the process is off by POSTIL_TEST_DAYS days, as that of a machine is which was set wrongly.
const by = Number(process.env.POSTIL_TEST_DAYS) * 86_400_000;
const { now } = Date;
const origin = performance.timeOrigin;
globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(now() + by);
    else super(...given);
  }
  static now() {
    return now() + by;
  }
};
Object.defineProperty(performance, "timeOrigin", { get: () => origin + by });
