import { PLATFORM_PROVIDER } from "@postil/domain/accounts/platform-provider";

/** A provider that people can sign in with, as it is configured. */
export type ProviderSettings = {
  /** In addresses, and by which clients know it. */
  readonly name: string;
  /** What people read. */
  readonly title: string;
  /** Where it is found: of an OpenID provider the issuer, of GitHub its own address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Where it sends people back to, when that is not the callback page of the address they came from. */
  readonly redirectUri: string | null;
  /** Which claim names a person, when it is not the usual one. */
  readonly usernameClaim: string | null;
};

export type OauthSettings = {
  readonly providers: readonly ProviderSettings[];
  /** Names of the workspaces that newcomers come into. */
  readonly workspaces: readonly string[];
  /** Whether people may come back over plain HTTP on other machines than this one. */
  readonly allowHttp: boolean;
};

/** The file of providers in the home folder. */
export const CONFIG_FILE = ".oauth.yaml";

export const NO_PROVIDERS: OauthSettings = { providers: [], workspaces: [], allowHttp: false };

/** GitHub is no OpenID provider: its endpoints are its own. */
export const GITHUB = "github";

type Known = { readonly title: string; readonly issuer: string | null; readonly scope: string };

/** What need not be configured of those that many people have. */
const KNOWN: { readonly [name: string]: Known } = {
  [PLATFORM_PROVIDER]: { title: "Hugging Face", issuer: "https://huggingface.co", scope: "openid profile" },
  [GITHUB]: { title: "GitHub", issuer: "https://github.com", scope: "read:user" },
  google: { title: "Google", issuer: "https://accounts.google.com", scope: "openid profile email" },
  keycloak: { title: "Keycloak", issuer: null, scope: "openid profile email" },
};

export const knownProvider = (name: string): Known =>
  (Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined) ?? {
    title: name,
    issuer: null,
    scope: "openid profile email",
  };

const isLoopback = (host: string): boolean => host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/** Whether what crosses the network on the way to this address can be read on the way. */
export const isInsecure = ({ protocol, hostname }: URL): boolean => protocol !== "https:" && !isLoopback(hostname);
