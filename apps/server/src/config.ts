import type { WireSpace } from "@postil/contract/info";
import { CHOSEN_KEY_MIN, weaknessOfKey } from "@postil/domain/accounts/api-keys";
import { type BackupSchedule, HOUR } from "@postil/domain/accounts/backups";
import { PASSWORD_MISTAKES, type PasswordRules, passwordMistake } from "@postil/domain/accounts/passwords";
import type { Lifetimes } from "@postil/domain/accounts/sessions";
import type { Limits } from "./limits.ts";
import { isInside } from "./own-files.ts";
import type { OauthEnvironment } from "./providers/read-settings.ts";
import {
  type LogLevel,
  type Name,
  type SignInLink,
  SWITCH,
  VARIABLES,
  type Value,
  type Variable,
} from "./variables.ts";

/**
 * All settings, from the environment. An absent or empty variable has its default. Each mistake is one sentence with the name
 * of the variable, its value (unless it is a secret) and the allowed values. All mistakes are reported at once.
 */
export type Settings = {
  readonly host: string;
  readonly port: number;
  /** The folder of all data; of what is beside the database, where there is one. */
  readonly home: string;
  /** The PostgreSQL database of all data, with its password; null: the embedded store of the home. */
  readonly databaseUrl: string | null;
  /** How logs name this server among those of the database; null: by host and process. */
  readonly serverName: string | null;
  /** The public address of this server, if it is not its own host and port. The path begins and ends with a slash. */
  readonly baseUrl: { readonly origin: string | null; readonly path: string };
  /** Null means that the secret is generated once and kept in the home. */
  readonly authSecret: string | null;
  readonly lifetimes: Lifetimes;
  /** Used only at the first start. */
  readonly owner: { readonly username: string; readonly password: string | null; readonly apiKey: string | null };
  readonly demo: boolean;
  readonly corsOrigins: readonly string[];
  /** Origins of other pages that may embed this page in a frame. The hosted platform may always do so. */
  readonly frameOrigins: readonly string[];
  /** The sign-in providers from the environment; a file in the home may add more. */
  readonly oauth: OauthEnvironment;
  /** The space of the hosted platform that this server runs in, from the platform's variables. */
  readonly space: WireSpace | null;
  /** Addresses and networks of proxies that are trusted to name the client's address. */
  readonly trustedProxies: readonly string[];
  /** Addresses and networks inside the server's own network that webhooks may call. */
  readonly webhookNetworks: readonly string[];
  readonly logLevel: LogLevel;
  /** What is logged of requests. */
  readonly logs: { readonly access: boolean; readonly slowMs: number };
  /** Who has it may read /metrics; null: there is no such path. */
  readonly metricsToken: string | null;
  /** How long `/readyz` fails before the end, while all calls are answered. */
  readonly drainSeconds: number;
  /** When a start prints a link that signs the owner in. auto: on a terminal, or if the owner has no password. */
  readonly signInLink: SignInLink;
  /** Whether people sign in with passwords, and the rules of new ones. */
  readonly passwords: PasswordRules;
  /** In MiB: the memory for values and words in searches, for all threads together. */
  readonly searchMemory: number;
  /** Threads for short reads; null: one for each core, at most eight. */
  readonly readers: number | null;
  readonly limits: Limits;
  /** Null: the server makes no backups by itself. */
  readonly backups: BackupSchedule | null;
  /** The folder into which owners have backups made from the page; null: only the command makes some. */
  readonly backupFolder: string | null;
  /** The data of an earlier version is brought up to date without a copy of it. */
  readonly upgradeWithoutCopy: boolean;
};

export type SettingsResult =
  | { readonly settings: Settings; readonly warnings: readonly string[] }
  | { readonly mistakes: readonly string[] };

/** How data is backed up that is in no file of Postil. */
export const DUMPED =
  'The data is in a PostgreSQL server, and Postil makes no backups of that: pg_dump --format=custom --file=postil.dump "$POSTIL_DATABASE_URL" makes one, and postil restore postil.dump --check reads it; copy the home folder beside it';

/** The hosted platform, which shows its spaces in frames (AUT-27). */
const PLATFORM = "https://huggingface.co";

export type Environment = { readonly [name: string]: string | undefined };

/** Reads the settings from `env`; creates and changes nothing. */
export function readSettings(env: Environment): SettingsResult {
  const mistakes: string[] = [];
  const read = <N extends Name>(name: N): Value<N> => {
    const { fallback, schema, allowed, secret }: Variable = VARIABLES[name];
    const given = env[name]?.trim() || fallback;
    if (given === null) return null as Value<N>; // only if the fallback is null
    const result = schema.safeParse(given);
    if (result.success) return result.data as Value<N>; // the schema of this variable
    mistakes.push(`${name} is ${secret ? "set to a value that does not do" : `"${given}"`}; it must be ${allowed}.`);
    return undefined as Value<N>; // never returned, because there is a mistake
  };

  const backupFolder = read("POSTIL_BACKUP_FOLDER");
  const settings: Settings = {
    host: read("POSTIL_HOST"),
    port: read("POSTIL_PORT"),
    home: read("POSTIL_HOME"),
    databaseUrl: read("POSTIL_DATABASE_URL"),
    serverName: read("POSTIL_SERVER_NAME"),
    baseUrl: read("POSTIL_BASE_URL"),
    authSecret: read("POSTIL_AUTH_SECRET"),
    lifetimes: { token: read("POSTIL_TOKEN_LIFETIME"), renewed: read("POSTIL_RENEWED_TOKEN_LIFETIME") },
    owner: {
      username: read("POSTIL_OWNER_USERNAME"),
      password: read("POSTIL_OWNER_PASSWORD"),
      apiKey: read("POSTIL_OWNER_API_KEY"),
    },
    demo: read("POSTIL_DEMO"),
    trustedProxies: read("POSTIL_TRUSTED_PROXIES"),
    webhookNetworks: read("POSTIL_WEBHOOKS_PRIVATE"),
    corsOrigins: read("POSTIL_CORS_ORIGINS"),
    frameOrigins: [...(read("POSTIL_FRAME_ORIGINS") ?? []), ...(env.SPACE_ID ? [PLATFORM] : [])],
    oauth: {
      providers: read("POSTIL_OAUTH_PROVIDERS"),
      workspaces: read("POSTIL_OAUTH_WORKSPACES"),
      allowHttp: read("POSTIL_OAUTH_ALLOW_HTTP"),
      variables: providerVariables(env),
    },
    space: spaceOf(env),
    logLevel: read("POSTIL_LOG_LEVEL"),
    logs: { access: read("POSTIL_LOG_ACCESS"), slowMs: read("POSTIL_LOG_SLOW_MS") },
    metricsToken: read("POSTIL_METRICS_TOKEN"),
    drainSeconds: read("POSTIL_DRAIN_SECONDS"),
    signInLink: read("POSTIL_SIGN_IN_LINK"),
    passwords: { accepted: read("POSTIL_SIGN_IN") === "any", min: read("POSTIL_PASSWORD_MIN") },
    searchMemory: read("POSTIL_SEARCH_MEMORY"),
    readers: read("POSTIL_READERS"),
    limits: {
      labelOptions: read("POSTIL_LABEL_OPTIONS_MAX"),
      spanOptions: read("POSTIL_SPAN_OPTIONS_MAX"),
      keepDeletedDays: read("POSTIL_KEEP_DELETED_DAYS"),
      snapshots: read("POSTIL_SNAPSHOTS_MAX"),
      snapshotBytes: read("POSTIL_SNAPSHOTS_MIB") * 2 ** 20,
      bodyBytes: read("POSTIL_BODY_MEMORY") * 2 ** 20,
      replyBytes: read("POSTIL_REPLY_MEMORY") * 2 ** 20,
      exports: read("POSTIL_EXPORTS"),
      imports: read("POSTIL_IMPORTS"),
    },
    backups: scheduleOf(backupFolder, read("POSTIL_BACKUP_EVERY_HOURS"), read("POSTIL_BACKUP_KEEP")),
    backupFolder,
    upgradeWithoutCopy: read("POSTIL_UPGRADE_WITHOUT_COPY"),
  };
  if (settings.backups?.folder === "")
    mistakes.push(
      "POSTIL_BACKUP_EVERY_HOURS is set and POSTIL_BACKUP_FOLDER is not; set it to the folder of the backups.",
    );
  if (mistakes.length === 0 && backupFolder !== null && isInside(settings.home, backupFolder))
    mistakes.push(
      `POSTIL_BACKUP_FOLDER is "${backupFolder}", in the home folder ${settings.home}: what happens to one happens to both. Set it to a folder elsewhere.`,
    );
  if (settings.databaseUrl && backupFolder !== null)
    mistakes.push(`POSTIL_BACKUP_FOLDER is set beside POSTIL_DATABASE_URL; leave it out. ${DUMPED}.`);
  if (mistakes.length > 0) return { mistakes };
  const weak = weakSecrets(settings);
  const open = openBy(settings);
  if (open !== null && weak.length > 0)
    return {
      mistakes: weak.map(({ is, must }) => `${is}; with ${open} other machines can reach it, and it must ${must}.`),
    };
  const warnings = weak.flatMap(({ warning }) => (warning === null ? [] : [warning]));
  return { settings, warnings: [...warnings, ...aboutPasswords(settings), ...unknownVariables(env)] };
}

/** What the start says about the owner's password and about the ways in (COM-01, COM-14). */
function aboutPasswords({ owner: { username, password }, passwords: { accepted, min } }: Settings): string[] {
  if (accepted) {
    const mistake = password === null ? null : passwordMistake(password, min, [username]);
    return mistake === "common" || mistake === "name"
      ? [`POSTIL_OWNER_PASSWORD: ${PASSWORD_MISTAKES[mistake](min)}.`]
      : [];
  }
  const link = "the owner signs in with the link that a start with POSTIL_SIGN_IN_LINK=always prints";
  return password === null
    ? []
    : [`POSTIL_OWNER_PASSWORD is not accepted, because POSTIL_SIGN_IN is "provider"; ${link}, or by a provider.`];
}

/** A schedule without a folder has an empty one, which is a mistake. */
const scheduleOf = (folder: string | null, hours: number, keep: number): BackupSchedule | null =>
  hours > 0 ? { folder: folder === null ? "" : folder, every: hours * HOUR, keep } : null;

const SPACE = {
  space_title: "SPACE_TITLE",
  space_subdomain: "SPACE_SUBDOMAIN",
  space_host: "SPACE_HOST",
  space_repo_name: "SPACE_REPO_NAME",
  space_author_name: "SPACE_AUTHOR_NAME",
} as const;

/** The platform's values of a space (contract api-v1 row 66). The last variable is spelt as the platform spells it. */
function spaceOf(env: Environment): WireSpace | null {
  if (!env.SPACE_ID) return null;
  const told = Object.entries(SPACE).flatMap(([key, name]) => (env[name]?.trim() ? [[key, env[name].trim()]] : []));
  const isPersistent = env.PERSISTANT_STORAGE_ENABLED?.trim().toLowerCase() ?? "";
  return {
    space_id: env.SPACE_ID,
    ...Object.fromEntries(told),
    space_persistent_storage_enabled: SWITCH[isPersistent] === true,
  };
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || /^(::1|\[::1\])$/.test(host) || /^127\./.test(host);

/** The setting that lets users of other machines reach the server, directly or through a proxy; null if there is none. */
function openBy({ host, baseUrl, trustedProxies, space }: Settings): string | null {
  if (!isLoopback(host)) return `POSTIL_HOST at "${host}"`;
  if (baseUrl.origin !== null && !isLoopback(new URL(baseUrl.origin).hostname))
    return `POSTIL_BASE_URL at "${baseUrl.origin}"`;
  if (trustedProxies.length > 0) return `POSTIL_TRUSTED_PROXIES at "${trustedProxies.join(",")}"`;
  return space?.space_host === undefined ? null : `SPACE_HOST at "${space.space_host}"`;
}

type WeakSecret = {
  readonly is: string;
  readonly must: string;
  /** The warning if only this machine can reach the server; null means no warning. */
  readonly warning: string | null;
};

/** Secrets that are good enough only for tests on one's own machine. */
function weakSecrets({ owner: { password, apiKey }, passwords: { min } }: Settings): WeakSecret[] {
  const weak: WeakSecret[] = [];
  if (password !== null && passwordMistake(password, min, []) === "short") {
    const is = `POSTIL_OWNER_PASSWORD is shorter than ${min} characters`;
    weak.push({ is, must: "be at least that long", warning: null });
  }
  const weakness = apiKey === null ? null : weaknessOfKey(apiKey);
  if (weakness !== null) {
    const how = weakness === "known" ? "a key that everybody knows" : `shorter than ${CHOSEN_KEY_MIN} characters`;
    const is = `POSTIL_OWNER_API_KEY is ${how}`;
    const warning = `${is}: it lets in as the owner whoever reaches this server; leave it out, and one is made.`;
    weak.push({ is, must: "be another one, or be left out: then one is made", warning });
  }
  return weak;
}

/** Variables of single sign-in providers, named after them, and variables that the hosted platform sets. */
const OF_PROVIDERS = /^OAUTH2_|^(SPACE_ID|OAUTH_CLIENT_ID|OAUTH_CLIENT_SECRET|OAUTH_SCOPES|OPENID_PROVIDER_URL)$/;
const providerVariables = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => value?.trim() && OF_PROVIDERS.test(name)));

/** Variables that other tools of this project read. */
/** What people type to run commands, where that is not the script of a clone (scripts/package/postil.mjs). */
export const CALLED_AS = "POSTIL_CALLED_AS";
const OTHERS = new Set([CALLED_AS, "POSTIL_DEV_API", "POSTIL_CHROMIUM", "POSTIL_BENCH_DATA", "POSTIL_MIGRATE_API_KEY"]);

/** Warns of a misspelt setting, which would be ignored. No error: container platforms add variables of their own. */
function unknownVariables(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("POSTIL_") && !Object.hasOwn(VARIABLES, name) && !OTHERS.has(name))
    .map((name) => `${name} is not a setting of Postil and is ignored; docs/settings.md lists those there are.`);
}
