import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { User } from "@postil/domain/accounts/users";
import { tellRewriting } from "./backup/compact.ts";
import { forgetRestoration, unnotedRestoration } from "./backup/restore.ts";
import type { RunningServer, Serving } from "./cli/command.ts";
import { chooseWorkspace } from "./cli/find.ts";
import { runCommand } from "./cli/run-command.ts";
import { createCall, createOpen, type Transport } from "./client/api-client.ts";
import { forgetNotes } from "./client/unfinished.ts";
import { CALLED_AS, DUMPED, type Settings } from "./config.ts";
import { loadDemos } from "./demo/load-demos.ts";
import { holdWhenFull } from "./hold-when-full.ts";
import { FIRST_WORKSPACE, type Home, openHome } from "./home.ts";
import { createApp, sourceOfLines } from "./http/app.ts";
import type { PostilStore } from "./http/handler.ts";
import { sharePage } from "./http/static.ts";
import { createTokens } from "./http/tokens.ts";
import { createDrain } from "./lifecycle.ts";
import { closeOrLeave, limitDraining, listen, publicAddress } from "./listen.ts";
import { clusterOf, examineStore, openBoth, openStore, serverName, tellDatabase, unusable } from "./open-store.ts";
import { CONFIG_FILE, NO_PROVIDERS, type OauthSettings } from "./providers/settings.ts";
import { createRoom, ROOM_ELSEWHERE, type Room, STARTS_WITHIN, storeWithRoom } from "./room.ts";
import { startServices, takeBackLeftImports } from "./services.ts";
import { createShared, type ServerSecrets, secretsFor, storedShared } from "./shared/shared.ts";
import { StartFailure } from "./start-failure.ts";
import { Ended } from "./storage/failure.ts";
import { hashPassword, NO_PASSWORD, newApiKey } from "./usecases/accounts/credentials.ts";
import { operatorAsCaller } from "./usecases/accounts/operator.ts";
import { WRITTEN_WHEN_FULL } from "./usecases/lanes.ts";
import { VERSION } from "./version.ts";
import { type CallWatch, createCallWatch } from "./watch/calls.ts";
import type { Metrics } from "./watch/metrics.ts";

/** The sizes given at the start are for this thread. While they are set, they override the limits of other threads. */
for (const flag of ["--max-semi-space-size=0", "--min-semi-space-size=0"]) setFlagsFromString(flag);

/** The built page. */
const PAGE = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** The log of a server is for programs, and so is what it says beside it, unless a terminal shows it (WAT-12). */
const IS_LOG = (process.argv[2] ?? "start") === "start" && !process.stderr.isTTY;
let source = sourceOfLines();
const LEVELS = { warn: 40, error: 50 } as const;

/** Says what the log cannot, because there is none, or none yet: with one line of a log for each line of the text. */
function say(text: string, level: keyof typeof LEVELS = "warn", error?: unknown): void {
  if (!IS_LOG) {
    if (error === undefined) console.error(text);
    else console.error(text, error);
    return;
  }
  const err = error instanceof Error ? { type: error.name, message: error.message, stack: error.stack } : error;
  const of = { level: LEVELS[level], time: Date.now(), ...source };
  for (const msg of text.split("\n")) console.error(JSON.stringify({ ...of, err, msg }));
}

/** Puts the parts together and answers requests. Besides worker.ts and intake-worker.ts, only this file knows all parts. */
async function openServer(settings: Settings, serving: Serving): Promise<RunningServer> {
  source = sourceOfLines(settings.databaseUrl === null ? null : serverName(settings));
  const home = openHome(settings.home);
  serving.onFree?.();
  for (const warning of home.warnings) say(warning);
  // Everything opened so far. It is closed in reverse order after a failure, and at the end.
  const closing: Closing = [async () => home.release()];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const secretsWith = secretsFor(settings, home);
    const providers = await oauthSettings(settings, home);
    const room = settings.databaseUrl === null ? createRoom(settings.home, say) : ROOM_ELSEWHERE;
    closing.push(async () => room.stop());
    await room.makeWay(STARTS_WITHIN);
    const watch = await watchOf(settings);
    // A command makes one call after the other: a second reading thread would only be started.
    const forThis = serving.page ? settings : { ...settings, readers: 1 };
    const opened = await openStore(forThis, say, { watch: watch.calls.store });
    closing.push(opened.close);
    const held = holdWhenFull(storeWithRoom(opened, room, WRITTEN_WHEN_FULL), room, (error) =>
      say("What was held while the disk was full was not written.", "error", error),
    );
    closing.push(held.stop);
    const { store } = held;
    const secrets = await secretsWith(store);
    const running = await serve(settings, { home, secrets, providers, store, room, watch, closing, serving });
    // Not awaited, because nothing depends on it.
    if (serving.page) room.keepReserve().catch((error: unknown) => say("The reserve was not kept.", "error", error));
    return { ...running, close };
  } catch (error) {
    await close();
    throw unusable(settings, error) ?? error;
  }
}

/** Sign-in providers, from the environment and a file in the home. */
async function oauthSettings({ oauth }: Settings, home: Home): Promise<OauthSettings> {
  const file = home.file(CONFIG_FILE);
  if (file === null && oauth.providers.length === 0 && oauth.workspaces.length === 0 && !oauth.variables.SPACE_ID)
    return NO_PROVIDERS;
  // Most servers have no providers, so the YAML reader is loaded only here.
  const { readOauthSettings } = await import("./providers/read-settings.ts");
  const read = readOauthSettings(oauth, file);
  if ("mistakes" in read) throw new StartFailure(read.mistakes.join("\n"));
  return read;
}

/** The configured public address; the hosted platform sets a host. */
const publicOrigin = ({ baseUrl, space }: Settings): string | null =>
  baseUrl.origin ?? (space?.space_host === undefined ? null : `https://${space.space_host}`);

type Closing = (() => Promise<void>)[];
type Watch = { readonly calls: CallWatch; readonly metrics: Metrics | null };
type Opened = {
  readonly watch: Watch;
  readonly home: Home;
  readonly secrets: ServerSecrets;
  readonly providers: OauthSettings;
  readonly store: PostilStore;
  readonly room: Room;
  readonly closing: Closing;
  readonly serving: Serving;
};

/** Most servers have no metrics, so their library is loaded only here. */
async function watchOf({ metricsToken }: Settings): Promise<Watch> {
  if (metricsToken === null) return { calls: createCallWatch(), metrics: null };
  const { createMetrics } = await import("./watch/metrics.ts");
  const metrics = createMetrics(VERSION);
  return { calls: createCallWatch(metrics.storeCall), metrics };
}

async function serve(
  settings: Settings,
  { home, secrets, providers, store, room, watch, closing, serving }: Opened,
): Promise<Omit<RunningServer, "close">> {
  tellDatabase(settings, say);
  const key = new TextEncoder().encode(secrets.tokens);
  const { owner, isNew } = await findOrCreateOwner(settings, store);
  for (const line of await store.read("listBeyondBounds", null, undefined)) say(line);
  await store.write("addMissingWorkspaces", null, { names: providers.workspaces });
  await tellUnknownWorkspaces(store, providers);
  if (!settings.passwords.accepted && providers.providers.length === 0)
    say(
      'POSTIL_SIGN_IN is "provider" and no provider is configured: only the link of a start with POSTIL_SIGN_IN_LINK=always lets in, as the owner.',
    );
  await takeBackLeftImports(store);
  await tellRestoration(store, settings.home);
  await tellRewriting(settings.home, (told) => store.write("noteCompaction", null, told));
  const shared = settings.databaseUrl === null ? createShared() : storedShared(store);
  const { logLevel, logs, limits, space, trustedProxies, corsOrigins, frameOrigins, baseUrl, metricsToken } = settings;
  const operatorKey = newApiKey();
  const page = await pageOf(settings, serving, store);
  // Nothing is awaited between the services and the app: what they say goes to its log.
  const services = startServices({
    store,
    limits,
    operatorKey,
    uploads: { folder: join(settings.home, "uploads") },
    snapshots: {
      folder: join(settings.home, "snapshots"),
      room: { most: limits.snapshots, bytes: limits.snapshotBytes },
    },
    // A command is over before a backup is.
    backups: {
      home: settings.home,
      schedule: serving.page ? settings.backups : null,
      folder: settings.backupFolder,
      refusal: settings.databaseUrl === null ? null : DUMPED,
    },
    webhooks: { inside: settings.webhookNetworks, warn: (line) => app.log.warn(line) },
    state: {
      home: settings.home,
      hasData: settings.databaseUrl === null,
      backupFolder: settings.backupFolder,
      origin: baseUrl.origin,
      watches: serving.page,
      warn: (line, kind) => app.log.warn({ warning: kind }, line),
    },
    onError: (error) => {
      // The end of the process stops what is being read.
      if (!(error instanceof Ended)) app.log.error(error);
    },
  });
  const drain = createDrain(serving.page ? settings.drainSeconds * 1000 : 0);
  const app = createApp({
    store,
    services,
    tokens: createTokens(key, settings.lifetimes),
    logLevel,
    log: serving.log,
    serverName: store.peers?.name ?? null,
    limits,
    space,
    commandLine: {
      home: process.env.POSTIL_HOME ? settings.home : null,
      command: process.env[CALLED_AS] ?? "npm run postil --",
    },
    pseudonymSecret: secrets.pseudonyms,
    trustedProxies,
    corsOrigins,
    frameOrigins,
    shared,
    oauth: { settings: providers, key, origin: publicOrigin(settings) },
    passwords: settings.passwords,
    isFull: room.isFull,
    isEnding: drain.isEnding,
    logs,
    watch: watch.calls,
    metrics:
      watch.metrics && metricsToken
        ? { numbers: watch.metrics, token: metricsToken, home: settings.databaseUrl === null ? settings.home : null }
        : null,
    ...page,
  });
  limitDraining(app);
  closing.push(() => closeOrLeave(app));

  const inside: Transport = async ({ method, url, headers, body }) => {
    const reply = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
    return { status: reply.statusCode, text: reply.body };
  };
  const headers = { "x-postil-api-key": operatorKey };
  const call = createCall(inside, headers);
  for (const name of forgetNotes(settings.home)) say(leftByOlder(name));
  if (isNew && settings.demo) await loadDemos(call, settings.home, await chooseWorkspace(call, null));

  const address = await listen(app, settings);
  closing.push(drain.run);
  const publicly = publicAddress(settings, address);
  if (!home.announce({ pid: process.pid, address, publicly, key: operatorKey }))
    say("There is no room to write down where this server answers: commands do not find it.");
  return {
    publicAddress: publicly,
    home: settings.home,
    lasting: false,
    call,
    open: createOpen(address, headers),
    owner: owner && {
      hasPassword: owner.hasPassword,
      signInLink: async () => `${publicly}/sign-in#${await shared.links.issue(owner.id)}`,
    },
  };
}

/** The servers of one database give each other their pages. */
async function pageOf({ baseUrl }: Settings, serving: Serving, { peers }: PostilStore) {
  if (!serving.page) return {};
  if (peers) await sharePage(PAGE, peers.page);
  return { page: { folder: PAGE, basePath: baseUrl.path, others: peers?.page } };
}

const leftByOlder = (name: string): string =>
  `An import by an earlier version did not end, and left the dataset "${name}". It stays, because somebody may have answered in it; delete it if nobody needs it.`;

/** A misspelt name in a table of claims would leave people out without a word (COM-06). */
async function tellUnknownWorkspaces(store: PostilStore, { providers }: OauthSettings): Promise<void> {
  const tables = providers.flatMap(({ name, claims }) => (claims === null ? [] : [{ name, rows: claims.rows }]));
  if (tables.length === 0) return;
  const { workspaces } = await store.read("listWorkspaces", operatorAsCaller, undefined);
  const there = new Set(workspaces.map((workspace) => workspace.name));
  for (const { name, rows } of tables)
    for (const unknown of new Set(rows.flatMap((row) => row.workspaces).filter((one) => !there.has(one))))
      say(
        `The table of the provider "${name}" names the workspace "${unknown}", which does not exist: nobody comes into it until an owner makes it.`,
      );
}

/** The first start after a restoration says which data this is. */
async function tellRestoration(store: PostilStore, home: string): Promise<void> {
  const restored = unnotedRestoration(home);
  if (restored === null) return;
  const { file, taken_at } = restored;
  say(
    `The data in ${home} was restored from ${file}: it is of ${taken_at}, and nothing that was saved later is there.`,
  );
  const told = { file, until: Date.parse(taken_at) * 1000 };
  await store.write("noteRestoration", null, { kind: "backup_restored", told });
  forgetRestoration(home);
}

/** Of several servers that start with an empty database, one creates the owner. */
async function findOrCreateOwner(settings: Settings, store: PostilStore) {
  const find = () => store.read("findOwner", null, { username: settings.owner.username });
  const known = await find();
  const created = known ? null : await createOwner(settings, store);
  const owner = created ? { ...created, hasPassword: settings.owner.password !== null } : (known ?? (await find()));
  return { owner, isNew: created !== null };
}

/**
 * Creates the owner of a new database. Without a given password, the owner signs in by the link and may choose one. Returns
 * null if the database already has users.
 */
async function createOwner({ owner }: Settings, store: PostilStore): Promise<User | null> {
  return store.write("createFirstOwner", null, {
    username: owner.username,
    firstName: owner.username,
    passwordHash: owner.password === null ? NO_PASSWORD : await hashPassword(owner.password),
    ...(owner.apiKey === null ? {} : { apiKey: owner.apiKey }),
    workspace: FIRST_WORKSPACE,
  });
}

// The reader of the output may close it early, as `head` does; the work still continues to its end.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

async function askAtTerminal(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const said = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(?:es)?$/i.test(said.trim());
}

/** What is typed is not shown. */
async function askSecretAtTerminal(question: string): Promise<string> {
  const [{ createInterface }, { Writable }] = await Promise.all([
    import("node:readline/promises"),
    import("node:stream"),
  ]);
  process.stderr.write(question);
  const output = new Writable({ write: (_part, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const said = await terminal.question("");
  terminal.close();
  process.stderr.write("\n");
  return said.trim();
}

const HAS_TERMINAL = process.stdin.isTTY && process.stderr.isTTY;

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  openServer,
  openStore: (settings) => examineStore(settings, say),
  openBoth: (settings) => openBoth(settings, say),
  clusterOf: (settings) => clusterOf(settings, say),
  print: (line) => console.log(line),
  complain: say,
  ask: HAS_TERMINAL ? askAtTerminal : null,
  askSecret: HAS_TERMINAL ? askSecretAtTerminal : null,
  readByPerson: process.stdout.isTTY === true,
});
