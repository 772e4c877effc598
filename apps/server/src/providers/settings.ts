import type { ClaimTable } from "@postil/domain/accounts/claims";
import { PLATFORM_PROVIDER } from "@postil/domain/accounts/people";

/** The configuration of a provider that people can sign in with. */
export type ProviderSettings = {
  /** The name in URLs, by which clients know it. */
  readonly name: string;
  /** The name that people see. */
  readonly title: string;
  /** Its address: the issuer of an OpenID provider, or GitHub's own address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** The URL to which it sends people back; null means the callback page at the address they came from. */
  readonly redirectUri: string | null;
  /** The claim with the person's name; null means the usual one. */
  readonly usernameClaim: string | null;
  /** Decides about roles and workspaces; null: an owner does. */
  readonly claims: ClaimTable | null;
  /** Maximum length of a session; null: that of other sessions. */
  readonly sessionHours: number | null;
};

export type OauthSettings = {
  readonly providers: readonly ProviderSettings[];
  /** Names of the workspaces that new users join. */
  readonly workspaces: readonly string[];
  /** True if people may return over plain HTTP to other machines than this one. */
  readonly allowHttp: boolean;
};

/** The file of providers in the home folder. */
export const CONFIG_FILE = ".oauth.yaml";

export const NO_PROVIDERS: OauthSettings = { providers: [], workspaces: [], allowHttp: false };

/** GitHub is not an OpenID provider: it has its own endpoints. */
export const GITHUB = "github";

type Known = { readonly title: string; readonly issuer: string | null; readonly scope: string };

/** Default settings of common providers. */
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

/** True if the traffic to this address can be read on the network. */
export const isInsecure = ({ protocol, hostname }: URL): boolean => protocol !== "https:" && !isLoopback(hostname);
