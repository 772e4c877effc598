import { ownOf } from "@postil/domain/own";
import { ApiRefusal } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import { VERSION } from "../version.ts";
import { AUDIT_USAGE, audit } from "./audit.ts";
import type { Command, Surroundings } from "./command.ts";
import { DEMO_USAGE, demo } from "./demo.ts";
import { DOCTOR_USAGE, doctor } from "./doctor.ts";
import { EXPORT_USAGE } from "./export-options.ts";
import { IMPORT_USAGE } from "./import-options.ts";
import { runExport } from "./run-export.ts";
import { runImport } from "./run-import.ts";
import { start } from "./start.ts";
import { users } from "./users.ts";
import { USERS_USAGE } from "./users-usage.ts";
import { WORKSPACES_USAGE, workspaces } from "./workspaces.ts";

const help: Command = async (_args, { print }) => {
  print(HELP);
  return 0;
};
const version: Command = async (_args, { print }) => {
  print(VERSION);
  return 0;
};

const START_USAGE = "postil start                       run the server (also: npm start)";

const HELP = `Postil ${VERSION}: label the records of datasets

${START_USAGE}
${IMPORT_USAGE}

${EXPORT_USAGE}

${DEMO_USAGE}

${USERS_USAGE}

${WORKSPACES_USAGE}

${AUDIT_USAGE}

${DOCTOR_USAGE}
postil version
postil help

Settings come from the environment, such as POSTIL_HOME and POSTIL_PORT; docs/settings.md lists them.`;

/** Chooses the command by the first word; each command reads its own arguments. */
const COMMANDS: { readonly [word: string]: { readonly run: Command; readonly usage: string } } = {
  start: { run: start, usage: START_USAGE },
  import: { run: runImport, usage: IMPORT_USAGE },
  export: { run: runExport, usage: EXPORT_USAGE },
  demo: { run: demo, usage: DEMO_USAGE },
  users: { run: users, usage: USERS_USAGE },
  workspaces: { run: workspaces, usage: WORKSPACES_USAGE },
  audit: { run: audit, usage: AUDIT_USAGE },
  doctor: { run: doctor, usage: DOCTOR_USAGE },
  help: { run: help, usage: HELP },
  version: { run: version, usage: "postil version" },
};
const ALIASES: { readonly [word: string]: string } = {
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-v": "version",
};

/** Arguments after `--` are names, not options. */
const asksForHelp = (args: readonly string[]): boolean =>
  args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).some((arg) => arg === "--help" || arg === "-h");

/** Runs one command. Mistakes that an operator can fix are printed as a sentence, without a stack; the exit code is then 1. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const [first = "start", ...rest] = args;
  const word = ownOf(ALIASES, first) ?? first;
  const command = ownOf(COMMANDS, word);
  if (!command) {
    around.complain(`postil has no command "${word}". Those there are: ${Object.keys(COMMANDS).join(", ")}.`);
    return 1;
  }
  if (asksForHelp(rest)) {
    around.print(command.usage);
    return 0;
  }
  try {
    return await command.run(rest, around);
  } catch (error) {
    if (!(error instanceof StartFailure) && !(error instanceof ApiRefusal)) throw error;
    around.complain(error.message);
    return 1;
  }
}
