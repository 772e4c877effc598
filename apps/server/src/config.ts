import { isIP } from "node:net";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { WireSpace } from "@postil/contract/routes/info";
import { BROUGHT_KEY } from "@postil/domain/accounts/api-keys";
import type { Lifetimes } from "@postil/domain/accounts/sessions";
import { CHOSEN_KEY_MIN, weaknessOfKey } from "@postil/domain/accounts/weak-keys";
import { PASSWORD, USERNAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import type { OauthEnvironment } from "./providers/read-settings.ts";
import { SECRET_MIN } from "./secret.ts";

/**
 * All settings, from the environment. An absent or empty variable has its default. Each mistake is one sentence with the name
 * of the variable, its value (unless it is a secret) and the allowed values. All mistakes are reported at once.
 */
export type Settings = {
  readonly host: string;
  readonly port: number;
  /** The folder of all data. */
  readonly home: string;
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
  readonly logLevel: LogLevel;
  /** When a start prints a link that signs the owner in. auto: on a terminal, or if the owner has no password. */
  readonly signInLink: SignInLink;
  /** In MiB: the memory for values and words in searches, for all threads together. */
  readonly searchMemory: number;
  readonly limits: Limits;
};

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SIGN_IN_LINK = ["auto", "always", "never"] as const;
type SignInLink = (typeof SIGN_IN_LINK)[number];

export type SettingsResult =
  | { readonly settings: Settings; readonly warnings: readonly string[] }
  | { readonly mistakes: readonly string[] };

const TEN_YEARS = 10 * 365 * 86_400;

/** The hosted platform, which shows its spaces in frames (AUT-27). */
const PLATFORM = "https://huggingface.co";

type Variable<T = unknown> = {
  /** Null means that there is no default. */
  readonly fallback: string | null;
  readonly schema: z.ZodType<T, string>;
  /** The end of the sentence "POSTIL_X is ...; it must be". */
  readonly allowed: string;
  readonly secret?: boolean;
};
const variable = <T>(value: Variable<T>) => value;

const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
const limit = (fallback: number) =>
  variable({ fallback: String(fallback), schema: whole(2, 1_000_000), allowed: "a whole number from 2 to 1000000" });

const commaList = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

const SWITCH: { readonly [word: string]: boolean } = {
  "1": true,
  true: true,
  yes: true,
  on: true,
  "0": false,
  false: false,
  no: false,
  off: false,
};

const onOff = z
  .string()
  .toLowerCase()
  .refine((word) => Object.hasOwn(SWITCH, word))
  .transform((word) => SWITCH[word] === true);

/** The table of settings; docs/settings.md describes the same settings in the same order. */
export const VARIABLES = {
  POSTIL_HOST: variable({
    fallback: "127.0.0.1",
    schema: z
      .string()
      .refine((host) => isIP(host) !== 0 || /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)),
    allowed: "a host name or an IP address, such as 127.0.0.1 or 0.0.0.0",
  }),
  POSTIL_PORT: variable({
    fallback: "6900",
    schema: whole(0, 65_535),
    allowed: "a port from 0 (any free one) to 65535",
  }),
  POSTIL_HOME: variable({
    fallback: "~/.postil",
    schema: z
      .string()
      .refine((path) => !path.includes("\0"))
      .transform(absolute),
    allowed: "the path of a folder",
  }),
  POSTIL_DATABASE_URL: variable({
    fallback: null,
    schema: z.string().refine(() => false),
    allowed:
      "left out: this version keeps its data in the embedded store of the home folder, PostgreSQL comes with a later one",
    // The address usually contains a password.
    secret: true,
  }),
  POSTIL_BASE_URL: variable({
    fallback: "/",
    schema: z.string().transform((text, ctx) => {
      const read = readBaseUrl(text);
      if (read) return read;
      ctx.addIssue({ code: "custom", message: "not an address" });
      return z.NEVER;
    }),
    allowed: "a path such as /postil/, or a full address such as https://label.example.org/postil/",
  }),
  POSTIL_AUTH_SECRET: variable({
    fallback: null,
    schema: z.string().min(SECRET_MIN),
    allowed: `at least ${SECRET_MIN} characters long`,
    secret: true,
  }),
  POSTIL_TOKEN_LIFETIME: variable({
    fallback: "86400",
    schema: whole(60, TEN_YEARS),
    allowed: `a number of seconds from 60 to ${TEN_YEARS}`,
  }),
  POSTIL_RENEWED_TOKEN_LIFETIME: variable({
    fallback: "1800",
    schema: whole(5, TEN_YEARS),
    allowed: `a number of seconds from 5 to ${TEN_YEARS}`,
  }),
  POSTIL_OWNER_USERNAME: variable({
    fallback: "owner",
    schema: z.string().regex(USERNAME.pattern),
    allowed: "made of letters, digits, - and _, and not begin with - or _",
  }),
  POSTIL_OWNER_PASSWORD: variable({
    fallback: null,
    schema: z.string().max(PASSWORD.max),
    allowed: `at most ${PASSWORD.max} characters long`,
    secret: true,
  }),
  POSTIL_OWNER_API_KEY: variable({
    fallback: null,
    schema: z.string().min(BROUGHT_KEY.min).max(BROUGHT_KEY.max).regex(BROUGHT_KEY.pattern),
    allowed: "8 to 200 characters that can stand in a header, without spaces",
    secret: true,
  }),
  POSTIL_DEMO: variable({
    fallback: "1",
    schema: onOff,
    allowed: "1 or 0",
  }),
  POSTIL_TRUSTED_PROXIES: variable({
    fallback: "",
    schema: commaList.refine((proxies) => proxies.every(isNetwork)),
    allowed: "a comma-separated list of IP addresses and networks, such as 127.0.0.1,10.0.0.0/8",
  }),
  POSTIL_CORS_ORIGINS: variable({
    fallback: "",
    schema: commaList.refine((origins) => origins.every(isOrigin)),
    allowed: "a comma-separated list of origins, such as https://a.example.org,http://localhost:3000",
  }),
  POSTIL_FRAME_ORIGINS: variable({
    fallback: "",
    schema: commaList.refine((origins) => origins.every((origin) => origin === "*" || isOrigin(origin))),
    allowed: "a comma-separated list of origins, such as https://portal.example.org, or * for any",
  }),
  POSTIL_OAUTH_PROVIDERS: variable({ fallback: "", schema: commaList, allowed: "a comma-separated list of names" }),
  POSTIL_OAUTH_WORKSPACES: variable({ fallback: "", schema: commaList, allowed: "a comma-separated list of names" }),
  POSTIL_OAUTH_ALLOW_HTTP: variable({ fallback: "0", schema: onOff, allowed: "1 or 0" }),
  POSTIL_SIGN_IN_LINK: variable({
    fallback: "auto",
    schema: z.enum(SIGN_IN_LINK),
    allowed: `one of ${SIGN_IN_LINK.join(", ")}`,
  }),
  POSTIL_LOG_LEVEL: variable({
    fallback: "warn",
    schema: z.enum(LOG_LEVELS),
    allowed: `one of ${LOG_LEVELS.join(", ")}`,
  }),
  POSTIL_SEARCH_MEMORY: variable({
    fallback: "768",
    schema: whole(0, 1_000_000),
    allowed: "a number of MiB from 0 to 1000000",
  }),
  POSTIL_LABEL_OPTIONS_MAX: limit(DEFAULT_LIMITS.labelOptions),
  POSTIL_SPAN_OPTIONS_MAX: limit(DEFAULT_LIMITS.spanOptions),
} as const satisfies { readonly [name: string]: Variable };

type Name = keyof typeof VARIABLES;
type Value<N extends Name> =
  | z.output<(typeof VARIABLES)[N]["schema"]>
  | ((typeof VARIABLES)[N]["fallback"] extends null ? null : never);

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

  // Read only to refuse it.
  read("POSTIL_DATABASE_URL");
  const settings: Settings = {
    host: read("POSTIL_HOST"),
    port: read("POSTIL_PORT"),
    home: read("POSTIL_HOME"),
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
    signInLink: read("POSTIL_SIGN_IN_LINK"),
    searchMemory: read("POSTIL_SEARCH_MEMORY"),
    limits: {
      ...DEFAULT_LIMITS,
      labelOptions: read("POSTIL_LABEL_OPTIONS_MAX"),
      spanOptions: read("POSTIL_SPAN_OPTIONS_MAX"),
    },
  };
  if (mistakes.length > 0) return { mistakes };
  const weak = weakSecrets(settings);
  const open = openBy(settings);
  if (open !== null && weak.length > 0)
    return {
      mistakes: weak.map(({ is, must }) => `${is}; with ${open} other machines can reach it, and it must ${must}.`),
    };
  const warnings = weak.flatMap(({ warning }) => (warning === null ? [] : [warning]));
  return { settings, warnings: [...warnings, ...unknownVariables(env)] };
}

const SPACE = {
  space_title: "SPACE_TITLE",
  space_subdomain: "SPACE_SUBDOMAIN",
  space_host: "SPACE_HOST",
  space_repo_name: "SPACE_REPO_NAME",
  space_author_name: "SPACE_AUTHOR_NAME",
} as const;

/**
 * The values that the platform sets for a space (contract api-v1 row 66). The last variable name is spelt as the platform
 * spells it.
 */
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
function weakSecrets({ owner: { password, apiKey } }: Settings): WeakSecret[] {
  const weak: WeakSecret[] = [];
  if (password !== null && [...password].length < PASSWORD.min) {
    const is = `POSTIL_OWNER_PASSWORD is shorter than ${PASSWORD.min} characters`;
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
const OTHERS = new Set(["POSTIL_DEV_API", "POSTIL_CHROMIUM", "POSTIL_BENCH_DATA"]);

/**
 * Warns of a misspelt setting, which would be ignored silently. It is not an error, because container platforms add their own
 * variables.
 */
function unknownVariables(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("POSTIL_") && !Object.hasOwn(VARIABLES, name) && !OTHERS.has(name))
    .map((name) => `${name} is not a setting of Postil and is ignored; docs/settings.md lists those there are.`);
}

function absolute(path: string): string {
  return resolve(path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path);
}

function readBaseUrl(text: string): Settings["baseUrl"] | null {
  const isPath = text.startsWith("/") && !text.startsWith("//");
  if (!isPath && !/^https?:\/\//i.test(text)) return null;
  const url = URL.parse(text, "http://path.invalid");
  if (!url) return null;
  if (url.search !== "" || url.hash !== "" || url.username !== "" || /%2f|%5c/i.test(url.pathname)) return null;
  const path = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  return { origin: isPath ? null : url.origin, path };
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isOrigin(text: string): boolean {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  return url !== null && url.origin === text;
}
