import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { checkUpgrade, inMb } from "../backup/upgrade.ts";
import { DUMPED } from "../config.ts";
import { counted } from "../import/row.ts";
import { StartFailure } from "../start-failure.ts";
import { VERSION } from "../version.ts";
import { type Command, readArguments, type Surroundings } from "./command.ts";
import { table } from "./table.ts";
import { settingsOrFail } from "./with-server.ts";

export const UPGRADE_USAGE = `postil upgrade --check [BACKUP] [--try]
                                   what this version would change in the home or in a backup, and how long it takes; --try: makes the
                                   changes in a copy in the system's folder for such files. Exit code: 0 nothing to change, 2 there are changes, 1 refused`;

/** There is something to change, and it can be changed. */
const CHANGES = 2;

/** `postil upgrade --check`: changes nothing. A start makes the changes. */
export const upgrade: Command = async (args, around) => {
  // The only word that there may be.
  const backup = args.find((arg) => !arg.startsWith("-"));
  const words = args.filter((arg) => arg !== backup);
  const { values } = readArguments(words, "check try", [], UPGRADE_USAGE);
  if (!values.check)
    throw new StartFailure(
      `A start brings the data up to date; --check says what it would change.\n\n${UPGRADE_USAGE}`,
    );
  const path = backup === undefined ? homeOf(around) : resolve(backup);
  const { schema, to, changes, ms, copy } = await checkUpgrade(path, values.try ? tmpdir() : null);
  if (changes.length === 0) {
    around.print(`${path} has the data of this version (Postil ${VERSION}, schema ${to}). Nothing is to be changed.`);
    return 0;
  }
  around.print(`${path} has schema ${schema}; this version (Postil ${VERSION}) has ${to}. Changes:`);
  const rows = changes.map((change) => [
    `  ${change.schema}`,
    change.says,
    change.rows === 0 ? "" : counted(change.rows, "row"),
  ]);
  for (const line of table(rows)) around.print(line);
  around.print(
    values.try
      ? `A try on a copy took ${inSeconds(ms)}.`
      : `They take about ${inSeconds(ms)}. --try measures it on a copy.`,
  );
  if (copy !== null) {
    around.print(
      `Before, a copy of the data is made in the home: ${inMb(copy.needs)}; ${inMb(copy.room)} are free on the disk.`,
    );
    if (copy.room < copy.needs)
      throw new StartFailure(
        "That is too little: a start would be refused. Make room, or make a backup elsewhere and start with POSTIL_UPGRADE_WITHOUT_COPY=1.",
      );
  }
  around.print("Nothing was changed.");
  return CHANGES;
};

function homeOf(around: Surroundings): string {
  const { home, databaseUrl } = settingsOrFail(around);
  if (databaseUrl === null) return home;
  throw new StartFailure(`A start brings the database up to date, and keeps no copy of it. ${DUMPED}.`);
}

const inSeconds = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
};
