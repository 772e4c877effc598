import type { Command } from "./command.ts";
import { positionals, readArguments } from "./read-arguments.ts";
import { settingsOrFail } from "./start.ts";

export const DOCTOR_USAGE = `postil doctor [--rebuild]          compare counters and bitmaps with a recount; --rebuild writes them anew`;

/** `postil doctor`: compares all derived data with its sources. The exit code is 1 if they differ and are not rebuilt. */
export const doctor: Command = async (args, around) => {
  const { values, positionals: given } = readArguments(args, { rebuild: { type: "boolean" } }, DOCTOR_USAGE);
  positionals(given, [], DOCTOR_USAGE);
  const store = await around.openStore(settingsOrFail(around));
  try {
    const differences = await store.check();
    for (const { datasetId, what, stored, counted } of differences) {
      around.print(`dataset ${datasetId}: ${what}: stored ${stored}, counted ${counted}`);
    }
    for (const line of await store.beyondBounds()) around.print(line);
    if (differences.length === 0) around.print("All counters and bitmaps are right.");
    if (!values.rebuild) return differences.length === 0 ? 0 : 1;
    await store.rebuild();
    around.print("All counters and bitmaps were written anew.");
    return 0;
  } finally {
    await store.close();
  }
};
