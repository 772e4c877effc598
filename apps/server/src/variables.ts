import { isIP } from "node:net";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { BROUGHT_KEY } from "@postil/domain/accounts/api-keys";
import { PASSWORD_MIN } from "@postil/domain/accounts/passwords";
import { PASSWORD, USERNAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { DEFAULT_LIMITS } from "./limits.ts";
import { SECRET_MIN } from "./own-files.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SIGN_IN_LINK = ["auto", "always", "never"] as const;
export type SignInLink = (typeof SIGN_IN_LINK)[number];

const SIGN_IN = ["any", "provider"] as const;

const TEN_YEARS = 10 * 365 * 86_400;

export type Variable<T = unknown> = {
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
const limit = (fallback: number, min = 2, max = 1_000_000) =>
  variable({ fallback: String(fallback), schema: whole(min, max), allowed: `a whole number from ${min} to ${max}` });
const MIB = 2 ** 20;
const memory = (fallback: number, min: number) =>
  variable({
    fallback: String(fallback),
    schema: whole(min, 1_000_000),
    allowed: `a number of MiB from ${min} to 1000000`,
  });

const commaList = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

/** The words for on and off. */
export const SWITCH: { readonly [word: string]: boolean } = {
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
    schema: z.string().refine(isDatabase),
    allowed:
      "the address of a PostgreSQL database, such as postgres://user:password@host:5432/database?sslmode=verify-full, in which signs of the password such as / # and % are written as %2F %23 and %25",
    secret: true,
  }),
  POSTIL_SERVER_NAME: variable({
    fallback: null,
    schema: z.string().regex(/^[\w.-]{1,63}$/),
    allowed: "1 to 63 letters, digits, signs . _ and -",
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
  POSTIL_WEBHOOKS_PRIVATE: variable({
    fallback: "",
    schema: commaList.refine((networks) => networks.every(isNetwork)),
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
  POSTIL_SIGN_IN: variable({
    fallback: "any",
    schema: z.enum(SIGN_IN),
    allowed: "any (passwords and providers) or provider (providers only)",
  }),
  POSTIL_PASSWORD_MIN: variable({
    fallback: String(PASSWORD_MIN.least),
    schema: whole(PASSWORD_MIN.least, PASSWORD_MIN.most),
    allowed: `a number of characters from ${PASSWORD_MIN.least} to ${PASSWORD_MIN.most}`,
  }),
  POSTIL_LOG_LEVEL: variable({
    fallback: "warn",
    schema: z.enum(LOG_LEVELS),
    allowed: `one of ${LOG_LEVELS.join(", ")}`,
  }),
  POSTIL_LOG_ACCESS: variable({ fallback: "0", schema: onOff, allowed: "1 or 0" }),
  POSTIL_LOG_SLOW_MS: variable({
    fallback: "1000",
    schema: whole(0, 3_600_000),
    allowed: "a number of milliseconds from 0 (never) to 3600000",
  }),
  POSTIL_METRICS_TOKEN: variable({
    fallback: null,
    schema: z.string().min(SECRET_MIN).regex(/^\S+$/),
    allowed: `at least ${SECRET_MIN} characters long, without spaces`,
    secret: true,
  }),
  POSTIL_SEARCH_MEMORY: memory(768, 0),
  // Half of it is for one person, and takes the largest body.
  POSTIL_BODY_MEMORY: memory(DEFAULT_LIMITS.bodyBytes / MIB, 64),
  POSTIL_REPLY_MEMORY: memory(DEFAULT_LIMITS.replyBytes / MIB, 64),
  POSTIL_READERS: variable({ fallback: null, schema: whole(2, 64), allowed: "a whole number from 2 to 64" }),
  POSTIL_EXPORTS: limit(DEFAULT_LIMITS.exports, 1, 16),
  POSTIL_IMPORTS: limit(DEFAULT_LIMITS.imports, 1, 16),
  POSTIL_DRAIN_SECONDS: variable({
    fallback: "0",
    schema: whole(0, 300),
    allowed: "a number of seconds from 0 to 300",
  }),
  POSTIL_LABEL_OPTIONS_MAX: limit(DEFAULT_LIMITS.labelOptions),
  POSTIL_SPAN_OPTIONS_MAX: limit(DEFAULT_LIMITS.spanOptions),
  POSTIL_KEEP_DELETED_DAYS: variable({
    fallback: String(DEFAULT_LIMITS.keepDeletedDays),
    schema: whole(0, 3650),
    allowed: "a number of days from 0 to 3650",
  }),
  POSTIL_SNAPSHOTS_MAX: limit(DEFAULT_LIMITS.snapshots, 1, 1000),
  POSTIL_SNAPSHOTS_MIB: variable({
    fallback: String(DEFAULT_LIMITS.snapshotBytes / MIB),
    schema: whole(1, 10_000_000),
    allowed: "a number of MiB from 1 to 10000000",
  }),
  POSTIL_BACKUP_FOLDER: variable({
    fallback: null,
    schema: z.string().refine((path) => isAbsolute(path) && !path.includes("\0")),
    allowed: "the path of a folder, from the root",
  }),
  POSTIL_BACKUP_EVERY_HOURS: variable({
    fallback: "0",
    schema: whole(0, 8760),
    allowed: "a number of hours from 0 (never) to 8760",
  }),
  POSTIL_BACKUP_KEEP: limit(7, 1, 1000),
  POSTIL_UPGRADE_WITHOUT_COPY: variable({ fallback: "0", schema: onOff, allowed: "1 or 0" }),
} as const satisfies { readonly [name: string]: Variable };

export type Name = keyof typeof VARIABLES;
export type Value<N extends Name> =
  | z.output<(typeof VARIABLES)[N]["schema"]>
  | ((typeof VARIABLES)[N]["fallback"] extends null ? null : never);

function absolute(path: string): string {
  return resolve(path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path);
}

/** The path begins and ends with a slash. */
function readBaseUrl(text: string): { readonly origin: string | null; readonly path: string } | null {
  const isPath = text.startsWith("/") && !text.startsWith("//");
  if (!isPath && !/^https?:\/\//i.test(text)) return null;
  const url = URL.parse(text, "http://path.invalid");
  if (!url) return null;
  if (url.search !== "" || url.hash !== "" || url.username !== "" || /%2f|%5c/i.test(url.pathname)) return null;
  const path = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  return { origin: isPath ? null : url.origin, path };
}

/** What the driver understands of an address beside its usual parts. Others would be sent to the server as its settings. */
const OF_DATABASES = new Set(["sslmode", "sslrootcert", "sslcert", "sslkey"]);
const SSL_MODES: readonly (string | null)[] = [null, "disable", "require", "verify-ca", "verify-full"];

function isDatabase(text: string): boolean {
  const url = /^postgres(?:ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (url === null || url.hash !== "" || /%(?![\da-f]{2})/i.test(text)) return false;
  const { hostname, pathname, searchParams: more } = url;
  if ([...more.keys()].some((name) => !OF_DATABASES.has(name)) || !SSL_MODES.includes(more.get("sslmode")))
    return false;
  if (more.get("sslmode") === "verify-ca" && !more.get("sslrootcert")) return false;
  return hostname !== "" && /^\/[^/]+$/.test(pathname);
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
