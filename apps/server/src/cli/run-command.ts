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

const HELP = `Postil ${VERSION}: label the records of datasets

postil start                       run the server (also: npm start)
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

/** The command line by the first word; each command reads the rest itself. */
const COMMANDS: { readonly [word: string]: Command } = {
  start,
  import: runImport,
  export: runExport,
  demo,
  users,
  workspaces,
  audit,
  doctor,
  help,
  "--help": help,
  "-h": help,
  version,
  "--version": version,
  "-v": version,
};

/** Runs one command. What an operator can mend is told in a sentence, without a stack; the exit code is then 1. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const [word = "start", ...rest] = args;
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (!command) {
    around.complain(
      `postil has no command "${word}". Those there are: ${Object.keys(COMMANDS)
        .filter((name) => !name.startsWith("-"))
        .join(", ")}.`,
    );
    return 1;
  }
  try {
    return await command(rest, around);
  } catch (error) {
    if (!(error instanceof StartFailure) && !(error instanceof ApiRefusal)) throw error;
    around.complain(error.message);
    return 1;
  }
}
