import type { ClaimTable } from "@postil/domain/accounts/claims";
import { PLATFORM_PROVIDER } from "@postil/domain/accounts/people";
import { ROLES } from "@postil/domain/accounts/users";
import { WORKSPACE_NAME, WORKSPACE_NAME_RULE } from "@postil/domain/datasets/names";
import { z } from "zod";
import { readYaml } from "../yaml.ts";
import { GITHUB, isInsecure, knownProvider, type OauthSettings, type ProviderSettings } from "./settings.ts";

/** The settings of providers in the environment. */
export type OauthEnvironment = {
  readonly providers: readonly string[];
  /** Empty means that the file decides. */
  readonly workspaces: readonly string[];
  readonly allowHttp: boolean;
  /** `OAUTH2_{NAME}_{WHAT}`, and the variables of the hosted platform. */
  readonly variables: { readonly [name: string]: string | undefined };
};

type Result = OauthSettings | { readonly mistakes: readonly string[] };

const NO_FILE: ConfigFile = { enabled: false, allow_http_redirect: false };

/** All settings of providers; the environment overrides the file. */
export function readOauthSettings(
  env: OauthEnvironment,
  file: { readonly path: string; readonly content: string } | null,
): Result {
  const read = file === null ? NO_FILE : readConfigFile(file.path, file.content);
  if ("mistakes" in read) return read;
  const allowHttp = env.allowHttp || (read.enabled && read.allow_http_redirect);
  const mistakes: string[] = [];
  const entries = entriesOf(env, read, mistakes);
  const providers = entries.map((entry) => providerOf(entry, env.variables, allowHttp, mistakes));
  const inFile = read.enabled ? (read.allowed_workspaces ?? []).map(({ name }) => name) : [];
  const workspaces = env.workspaces.length > 0 ? env.workspaces : inFile;
  const refuseNames = (names: readonly string[], what: string) => {
    for (const name of names)
      if (!WORKSPACE_NAME.pattern.test(name)) mistakes.push(`"${name}" cannot be ${what}; ${WORKSPACE_NAME_RULE}.`);
  };
  refuseNames(workspaces, "a workspace that newcomers come into");
  for (const { name, claims } of providers)
    refuseNames(claims?.rows.flatMap((row) => row.workspaces) ?? [], `a workspace in the table of "${name}"`);
  return mistakes.length > 0 ? { mistakes } : { providers, workspaces, allowHttp };
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/;

/** All providers without duplicates: from the file, from the environment, and the one of the hosted platform. */
function entriesOf(env: OauthEnvironment, file: ConfigFile, mistakes: string[]): ProviderEntry[] {
  const { variables } = env;
  const onPlatform = variables.SPACE_ID && variables.OAUTH_CLIENT_ID ? [platformEntry(variables)] : [];
  const named = env.providers.map((name) => ({ name }));
  const entries = new Map<string, ProviderEntry>();
  const inFile = file.enabled ? (file.providers ?? []) : [];
  for (const entry of inFile) {
    if (entries.has(entry.name)) mistakes.push(`The provider "${entry.name}" is configured twice.`);
    entries.set(entry.name, entry);
  }
  for (const entry of [...onPlatform, ...named]) if (!entries.has(entry.name)) entries.set(entry.name, entry);
  return [...entries.values()].filter(({ name }) => {
    if (!NAME.test(name)) mistakes.push(`"${name}" cannot be the name of a provider; ${NAMES_OF_PROVIDERS}`);
    return NAME.test(name);
  });
}

const NAMES_OF_PROVIDERS =
  "it must be made of small letters, digits, - and _, at most 50, and begin with a letter or digit.";

/** Spaces with `hf_oauth: true` get their sign-in settings in these variables. */
const platformEntry = (variables: OauthEnvironment["variables"]): ProviderEntry => ({
  name: PLATFORM_PROVIDER,
  client_id: variables.OAUTH_CLIENT_ID,
  client_secret: variables.OAUTH_CLIENT_SECRET,
  scope: variables.OAUTH_SCOPES,
  issuer: variables.OPENID_PROVIDER_URL,
});

type Key = Exclude<keyof ProviderEntry, "name" | "claims" | "session_hours">;

function providerOf(
  entry: ProviderEntry,
  variables: OauthEnvironment["variables"],
  allowHttp: boolean,
  mistakes: string[],
): ProviderSettings {
  const { name } = entry;
  const known = knownProvider(name);
  const variableOf = (key: Key) => `OAUTH2_${name.toUpperCase().replaceAll("-", "_")}_${key.toUpperCase()}`;
  const given = (key: Key) => variables[variableOf(key)]?.trim() || entry[key] || null;
  const needed = (key: Key, fallback: string | null = null) => {
    const value = given(key) ?? fallback;
    if (value === null)
      mistakes.push(`The provider "${name}" has no ${key}; set ${variableOf(key)}, or ${key} in its file.`);
    return value ?? "";
  };
  const address = (key: Key, value: string | null) => {
    const mistake = value && addressMistake(value, allowHttp);
    if (mistake) mistakes.push(`${key} of the provider "${name}" is "${value}"; it must be ${mistake}.`);
    return value;
  };
  const redirectUri = address("redirect_uri", given("redirect_uri"));
  const end = `/oauth/${name}/callback`;
  if (redirectUri && URL.parse(redirectUri)?.pathname.endsWith(end) === false)
    mistakes.push(`redirect_uri of the provider "${name}" is "${redirectUri}"; it must end with ${end}.`);
  return {
    name,
    title: given("title") ?? known.title,
    issuer: address("issuer", needed("issuer", known.issuer)) ?? "",
    clientId: needed("client_id"),
    clientSecret: needed("client_secret"),
    scope: given("scope") ?? known.scope,
    redirectUri,
    usernameClaim: given("username_claim"),
    claims: claimTable(entry, mistakes),
    sessionHours: entry.session_hours ?? null,
  };
}

function claimTable({ name, claims }: ProviderEntry, mistakes: string[]): ClaimTable | null {
  if (!claims) return null;
  if (name === GITHUB)
    mistakes.push(`The provider "${name}" tells no claims; leave claims out, owners give roles then.`);
  const { path, table, otherwise } = claims;
  return { path, rows: table, otherwise: otherwise === REFUSE ? null : otherwise };
}

function addressMistake(value: string, allowHttp: boolean): string | null {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  if (url?.search !== "" || url.hash !== "" || url.username !== "") return "an address such as https://id.example.org";
  return isInsecure(url) && !allowHttp
    ? "an address that begins with https (plain http is taken on this machine alone, unless allow_http_redirect is set)"
    : null;
}

const text = z.string().trim().min(1);
const REFUSE = "refuse";
const MOST_ROWS = 1000;
const MOST_HOURS = 720;

const Claims = z.strictObject({
  path: text.max(200),
  otherwise: z.enum([REFUSE, "annotator"]).default(REFUSE),
  table: z
    .array(z.strictObject({ value: text, role: z.enum(ROLES), workspaces: z.array(text).max(MOST_ROWS).default([]) }))
    .min(1)
    .max(MOST_ROWS),
});

const ProviderEntry = z.strictObject({
  name: text,
  client_id: text.optional(),
  client_secret: text.optional(),
  scope: text.optional(),
  redirect_uri: text.optional(),
  issuer: text.optional(),
  title: text.optional(),
  username_claim: text.optional(),
  session_hours: z.int().min(1).max(MOST_HOURS).optional(),
  claims: Claims.optional(),
});
type ProviderEntry = z.output<typeof ProviderEntry>;

const ConfigFile = z.strictObject({
  enabled: z.boolean().default(true),
  allow_http_redirect: z.boolean().default(false),
  providers: z.array(ProviderEntry).nullish(),
  allowed_workspaces: z.array(z.strictObject({ name: text })).nullish(),
});
type ConfigFile = z.output<typeof ConfigFile>;

const SECRET = "client_secret";

/**
 * Reads the text of the providers file, in the same format as Argilla's (contract api-v1, below row 66). Every mistake is a
 * sentence that names the place, and the value unless it is a secret.
 */
function readConfigFile(path: string, content: string): ConfigFile | { readonly mistakes: readonly string[] } {
  const read = readYaml(content);
  if ("fault" in read) return { mistakes: [`${path} is not YAML: ${read.fault}.`] };
  const result = ConfigFile.safeParse(read.value ?? {}, { reportInput: true });
  if (result.success) return result.data;
  return { mistakes: result.error.issues.map((issue) => `${path}: ${sentenceOf(issue)}`) };
}

/** What is wanted at keys whose values are more than a text. */
const WANTED: { readonly [key: string]: string } = {
  session_hours: `a whole number of hours from 1 to ${MOST_HOURS}`,
  role: `one of ${ROLES.join(", ")}`,
  otherwise: `${REFUSE} or annotator`,
  path: "a text of 1 to 200 characters",
  table: `a list of 1 to ${MOST_ROWS} lines with value, role and workspaces`,
  workspaces: `a list of at most ${MOST_ROWS} names`,
};

function sentenceOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.join(".") || "the file";
  if (issue.code === "unrecognized_keys") return `${place} has ${issue.keys.join(", ")}, which is not known.`;
  if (issue.code === "invalid_type" && issue.input === undefined) return `${place} is missing.`;
  const value = issue.path.at(-1) === SECRET ? "set to a value that does not do" : JSON.stringify(issue.input);
  const usual = issue.code === "invalid_type" ? `of the type ${issue.expected}` : "a text that is not empty";
  const wanted = WANTED[String(issue.path.at(-1))] ?? usual;
  return `${place} is ${value}; it must be ${wanted}.`;
}
