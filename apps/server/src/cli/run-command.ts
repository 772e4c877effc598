import { ownOf } from "@postil/domain/objects";
import { ApiRefusal } from "../client/api-client.ts";
import { takeBackUnfinished } from "../client/unfinished.ts";
import { DEMO } from "../demo/definition.ts";
import { loadDemos } from "../demo/load-demos.ts";
import { closeOnSignal } from "../lifecycle.ts";
import { reasonOf, StartFailure } from "../start-failure.ts";
import { VERSION } from "../version.ts";
import { AUDIT_USAGE, audit } from "./audit.ts";
import { BACKUP_USAGE, backup, compact, restore, UPGRADE_USAGE, upgrade } from "./backup.ts";
import { BIN_USAGE, bin } from "./bin.ts";
import { type Command, type RunningServer, readArguments, type Surroundings } from "./command.ts";
import { chooseWorkspace, refuseTakenName } from "./find.ts";
import { IMPORT_USAGE } from "./import-options.ts";
import { DISTRIBUTE_USAGE, distribute, MOVE_USAGE, move } from "./move.ts";
import { EXPORT_USAGE, runExport } from "./run-export.ts";
import { runImport } from "./run-import.ts";
import { MIGRATE_USAGE, runMigrate } from "./run-migrate.ts";
import { SNAPSHOT_USAGE, snapshot } from "./snapshot.ts";
import { USERS_USAGE, users } from "./users.ts";
import { printFromServer, settingsOrFail, whereToSee } from "./with-server.ts";
import { WORKSPACES_USAGE, workspaces } from "./workspaces.ts";

const START_USAGE = "postil start                       run the server (also: npm start)";

/** `postil start`: runs the server until a signal stops it. */
const start: Command = async (_args, around) => {
  const settings = settingsOrFail(around);
  const server = await around.openServer(settings, { log: process.stdout, page: true });
  const closed = closeOnSignal(server.close, settings.drainSeconds * 1000);
  const signIn = await howToSignIn(server, settings.signInLink, around);
  around.print(`Postil ${VERSION}  ${server.publicAddress}\n${signIn}`);
  await closed;
  return 0;
};

/**
 * The link signs in anyone who reads it. If a log may keep the output, the link is printed only for an owner without another
 * way to sign in (AUT-41).
 */
async function howToSignIn(
  { owner, publicAddress }: RunningServer,
  signInLink: ReturnType<typeof settingsOrFail>["signInLink"],
  around: Surroundings,
): Promise<string> {
  if (owner === null) return "There is no owner to sign in; `postil users create NAME --role owner` makes one.";
  const prints = signInLink === "auto" ? around.readByPerson || !owner.hasPassword : signInLink === "always";
  return prints ? `Sign in once  ${await owner.signInLink()}` : `Sign in  ${publicAddress}/sign-in`;
}

const DEMO_USAGE = `postil demo [--workspace NAME]      load the demo datasets: 200 customer messages, and one for each task of the older family`;

/** `postil demo`: loads the datasets of the first start at any time. */
const demo: Command = async (args, around) => {
  const { values } = readArguments(args, "workspace=", [], DEMO_USAGE);
  // A new home would also load the demo by itself.
  return printFromServer({ ...around, env: { ...around.env, POSTIL_DEMO: "0" } }, async (server) => {
    const { call, home } = server;
    await takeBackUnfinished(home, call);
    const workspace = await chooseWorkspace(call, values.workspace ?? null);
    await refuseTakenName(call, workspace, DEMO.name, "delete it first, or choose another with --workspace");
    const { datasetId, records, tasks } = await loadDemos(call, home, workspace);
    return [
      `Loaded "${DEMO.name}" with ${records} records into workspace "${workspace.name}". ${whereToSee(server, datasetId)}`,
      ...(tasks.length > 0 ? [`And, for clients of the older API: ${tasks.join(", ")}.`] : []),
    ];
  });
};

const DOCTOR_USAGE = `postil doctor [--rebuild]          compare counters and bitmaps with a recount, also while a server runs; --rebuild writes them anew`;

/** `postil doctor`: compares all derived data with its sources. The exit code is 1 if they differ and are not rebuilt. */
const doctor: Command = async (args, around) => {
  const { values } = readArguments(args, "rebuild", [], DOCTOR_USAGE);
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

const help: Command = async (_args, { print }) => {
  print(HELP);
  return 0;
};
const version: Command = async (_args, { print }) => {
  print(VERSION);
  return 0;
};

/** What the help tells, in its paragraphs. */
const PARAGRAPHS = [
  [`Postil ${VERSION}: label the records of datasets`],
  [START_USAGE, IMPORT_USAGE],
  [EXPORT_USAGE],
  [MIGRATE_USAGE],
  [MOVE_USAGE, DISTRIBUTE_USAGE],
  [DEMO_USAGE],
  [USERS_USAGE],
  [WORKSPACES_USAGE],
  [SNAPSHOT_USAGE],
  [BACKUP_USAGE],
  [UPGRADE_USAGE],
  [BIN_USAGE],
  [AUDIT_USAGE],
  [DOCTOR_USAGE, "postil version", "postil help"],
  ["Settings come from the environment, such as POSTIL_HOME and POSTIL_PORT; docs/settings.md lists them."],
];
const HELP = PARAGRAPHS.map((lines) => lines.join("\n")).join("\n\n");

const COMMANDS: { readonly [word: string]: { readonly run: Command; readonly usage: string } } = {
  start: { run: start, usage: START_USAGE },
  import: { run: runImport, usage: IMPORT_USAGE },
  export: { run: runExport, usage: EXPORT_USAGE },
  migrate: { run: runMigrate, usage: MIGRATE_USAGE },
  move: { run: move, usage: MOVE_USAGE },
  distribute: { run: distribute, usage: DISTRIBUTE_USAGE },
  demo: { run: demo, usage: DEMO_USAGE },
  users: { run: users, usage: USERS_USAGE },
  workspaces: { run: workspaces, usage: WORKSPACES_USAGE },
  snapshot: { run: snapshot, usage: SNAPSHOT_USAGE },
  backup: { run: backup, usage: BACKUP_USAGE },
  restore: { run: restore, usage: BACKUP_USAGE },
  compact: { run: compact, usage: BACKUP_USAGE },
  upgrade: { run: upgrade, usage: UPGRADE_USAGE },
  bin: { run: bin, usage: BIN_USAGE },
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
    const isTold = error instanceof StartFailure || error instanceof ApiRefusal;
    const reason = isTold ? error.message : reasonOf(error);
    if (reason === null) throw error;
    around.complain(isTold ? reason : `postil ${word} cannot go on: ${reason}.`, "error");
    return 1;
  }
}
