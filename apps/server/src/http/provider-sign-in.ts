import { STATE_COOKIE, type TokenOfProvider } from "@postil/contract/accounts/sign-in";
import { errorBefore, PROVIDER_REFUSALS, providerRefusalOf, unknownProvider } from "@postil/domain/accounts/sign-in";
import { Refusal } from "@postil/domain/refusal";
import { parseCookie, type SetCookie } from "cookie";
import type { z } from "zod";
import {
  ATTEMPT_SECONDS,
  createAttempts,
  type EndedBefore,
  ProviderFailed,
  type ProviderFailure,
} from "../providers/attempts.ts";
import type { Provider } from "../providers/provider.ts";
import { isInsecure, type OauthSettings, type ProviderSettings } from "../providers/settings.ts";
import type { UseOnce } from "../shared/shared.ts";
import type { RequestOrigin } from "../storage/store.ts";
import type { SignInLimit } from "./attempts.ts";
import type { Accounts } from "./authenticate.ts";
import { type PostilStore, ReplyWith } from "./handler.ts";
import type { SignIn } from "./sign-in.ts";

type Token = z.output<typeof TokenOfProvider>;
type Query = { readonly [name: string]: readonly string[] };

type ProviderCall = {
  readonly name: string;
  readonly query: Query;
  readonly cookie: string | undefined;
  /** The code of an invitation; absent: none. */
  readonly invitation?: string | undefined;
  /** The origin at which the browser reaches this server. */
  readonly origin: string;
  readonly from: RequestOrigin;
};

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

export type OauthParts = {
  readonly settings: OauthSettings;
  /** Seals the data that goes to a provider and comes back. */
  readonly key: Uint8Array;
  /** The configured origin of this server; null if it is not configured. */
  readonly origin: string | null;
  readonly patienceSeconds?: number;
};

type Parts = {
  readonly oauth: OauthParts;
  readonly basePath: string;
  readonly store: PostilStore;
  readonly accounts: Accounts;
  /** True if people do not sign in with passwords. */
  readonly isOnlyWay: boolean;
  readonly tokenFor: SignIn["tokenFor"];
  readonly limit: SignInLimit;
  readonly useOnce: UseOnce;
  readonly warn: (line: string) => void;
};

export function createProviderSignIn(parts: Parts) {
  const { oauth, basePath, store, accounts, isOnlyWay, tokenFor, limit, useOnce, warn } = parts;
  const { settings, key, origin: configured, ...patience } = oauth;
  const providers = new Map<string, Promise<Provider>>();
  /** The library is loaded when somebody signs in, not at the start. */
  const create = async (one: ProviderSettings): Promise<Provider> => {
    const { createProvider } = await import("../providers/provider.ts");
    return createProvider(one, { warn, useToken: (id, until) => useOnce("logout", id, until), ...patience });
  };
  const attempts = createAttempts(key, (state, until) => useOnce("state", state, until));
  const cookies = (states: readonly string[], address: URL): readonly SetCookie[] => [
    stateCookie(states, { path: `${basePath}api/v1/oauth2/`, secure: !isInsecure(address) }),
  ];

  const known = async (name: string): Promise<Provider> => {
    if (settings.providers.length === 0) throw new Refusal("not_found", PROVIDER_REFUSALS.off);
    const one = settings.providers.find((provider) => provider.name === name);
    if (!one) throw new Refusal("not_found", unknownProvider(name));
    const provider = providers.get(name) ?? create(one);
    providers.set(name, provider);
    return provider;
  };
  const pathOf = (name: string) => `${basePath}oauth/${name}/callback`;
  const returnTo = ({ settings: { name, redirectUri } }: Provider, origin: string): URL => {
    const address = URL.parse(redirectUri ?? pathOf(name), configured ?? origin);
    if (!address) throw new Refusal("bad_request", "The header Host does not name this server");
    return address;
  };

  /** Why this sign-in did not reach its provider. Null if it did, or if the state does not belong to this browser. */
  const endedBefore = ({ name, query, cookie }: ProviderCall): EndedBefore | null => {
    const state = query.state?.at(-1);
    return state && statesIn(cookie).includes(state) ? (attempts.resume(name, state)?.ended ?? null) : null;
  };

  const confirmed = async (provider: Provider, { name, query, cookie, origin }: ProviderCall) => {
    const states = statesIn(cookie);
    const { attempt, denied } = attemptOf(query, (state) =>
      states.includes(state) ? attempts.resume(name, state) : null,
    );
    // Each attempt asks the provider only once: one cookie must not cause repeated requests.
    if (!(await attempts.use(attempt))) throw bad("stateMismatch");
    if (denied) throw new Refusal("not_confirmed", PROVIDER_REFUSALS.denied);
    const address = returnTo(provider, origin);
    const person = await provider.finish(attempt, withQuery(address, query));
    return { person, address, others: states.filter((state) => state !== attempt.state) };
  };

  return {
    /** AUT-15. */
    list: () => settings.providers.map(({ name, title }) => ({ name, title })),
    /** AUT-20: sends the browser to a provider. */
    begin: async ({ name, query, cookie, origin }: ProviderCall): Promise<ReplyWith<null>> => {
      const provider = await known(name);
      const address = returnTo(provider, origin);
      // A browser on its way to a provider cannot show a JSON error, so the page shows what happened.
      const end = (why: EndedBefore) => {
        const { state } = attempts.begin(name, why);
        const redirect = `${pathOf(name)}?error=${errorBefore(why)}&state=${state}`;
        // For the origin where the browser is now and where it returns to.
        const here = URL.parse(origin) ?? address;
        return new ReplyWith(null, { redirect, cookies: cookies([...statesIn(cookie), state], here) });
      };
      if (isInsecure(address) && !settings.allowHttp) return end("insecure");
      const attempt = attempts.begin(name);
      try {
        const redirect = await provider.begin(attempt, address.href, passedAlong(query));
        const states = [...statesIn(cookie), attempt.state];
        return new ReplyWith(null, { redirect: redirect.href, cookies: cookies(states, address) });
      } catch (error) {
        if (!(error instanceof ProviderFailed)) throw error;
        return end(error.reason);
      }
    },
    /**
     * AUT-21, AUT-22: handles the return from a provider. Failures are counted as wrong passwords are, except the failures of
     * the provider itself (AUT-14).
     */
    finish: async (call: ProviderCall): Promise<ReplyWith<Token>> => {
      const provider = await known(call.name);
      const { title, sessionHours } = provider.settings;
      const { from } = call;
      const ended = endedBefore(call);
      // There was no attempt, so nothing is counted.
      if (ended !== null) throw ended === "insecure" ? bad(ended) : new ProviderFailed(ended);
      /** Known only after the provider has answered. */
      let username: string | null = null;
      const look = async () => {
        const { person, others, address } = await confirmed(provider, call);
        username = person.username;
        const { workspaces } = settings;
        const { sid, ...identity } = person;
        // While passwords are accepted, an invitation is for choosing one.
        const invitation = (isOnlyWay && call.invitation) || null;
        const identified = { ...identity, provider: call.name, title, from, workspaces, isOnlyWay, invitation };
        const entered = await accounts.write("signInThroughProvider", null, identified);
        if ("refused" in entered) throw new Refusal("not_confirmed", PROVIDER_REFUSALS[entered.refused]);
        const { user, lowered, keptOwner } = entered;
        if (keptOwner)
          warn(`${user.username} stays an owner although "${title}" says otherwise: there is no other owner.`);
        const mostSeconds = sessionHours === null ? null : sessionHours * 3600;
        const through = { provider: call.name, sid, mostSeconds };
        const token = await tokenFor(user, { how: "provider", provider: title }, from, through);
        const reply = lowered === null ? token : { ...token, role_lowered: lowered };
        return new ReplyWith(reply, { cookies: cookies(others, address) });
      };
      try {
        return await limit.attemptWith({ address: from.address, provider: call.name, isTheProviders }, look);
      } catch (error) {
        const why = error instanceof Refusal ? providerRefusalOf(error.message) : null;
        const told = why && ({ how: "provider", provider: title, why } as const);
        if (told) await store.write("noteFailedSignIn", null, { username, told, from });
        throw error;
      }
    },
    /** COM-13: a provider has ended a session. Tokens that are not good are counted as wrong passwords are. */
    logout: async (name: string, token: string, from: RequestOrigin): Promise<void> => {
      const provider = await known(name);
      const look = () => provider.loggedOut(token);
      const ended = await limit.attempt(from.address, `the logout tokens of ${name}`, look);
      if (ended === null) throw new Refusal("bad_request", "The logout token is not valid");
      const { title } = provider.settings;
      await accounts.write("endProviderSessions", null, { provider: name, title, ...ended, from });
    },
  };
}

/** Provider failures that a client can also cause with invented data. */
const REFUSED: ReadonlySet<ProviderFailure> = new Set(["denied", "codeRefused"]);

/** True if the client returned with a valid state, which is now used, and the provider itself failed. */
const isTheProviders = (error: unknown): boolean => error instanceof ProviderFailed && !REFUSED.has(error.reason);

const bad = (reason: "codeMissing" | "stateMissing" | "stateMismatch" | "insecure") =>
  new Refusal("bad_request", PROVIDER_REFUSALS[reason]);

/** Checks a callback for missing parts, in the reference's order. A provider that refuses sends `error` instead of a code. */
function attemptOf<A>(query: Query, resume: (state: string) => A | null): { attempt: A; denied: boolean } {
  const denied = query.error?.at(-1) !== undefined;
  if (!denied && !query.code?.at(-1)) throw bad("codeMissing");
  const state = query.state?.at(-1);
  if (!state) throw bad("stateMissing");
  const attempt = resume(state);
  if (attempt === null) throw bad("stateMismatch");
  return { attempt, denied };
}

/** Parameters that this server sends to a provider or to itself, and those that change how the answer comes back. */
const OWN = new Set(
  "client_id client_secret code code_challenge code_challenge_method error nonce redirect redirect_uri request request_uri response_mode response_type scope state".split(
    " ",
  ),
);

/** The hosted platform's parameter for one of its pages. It opens a private space, so no provider may see it. */
const PLATFORM_ENTRY = /^__/;

/** The query parameters of the page are passed on (AUT-19), except those with a meaning between the two servers. */
function passedAlong(query: Query): URLSearchParams {
  const along = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    if (!OWN.has(name) && !PLATFORM_ENTRY.test(name)) along.set(name, values.at(-1) ?? "");
  return along;
}

function withQuery(address: URL, query: Query): URL {
  const full = new URL(address);
  for (const [name, values] of Object.entries(query)) for (const value of values) full.searchParams.append(name, value);
  return full;
}

/** Maximum number of unfinished sign-ins in one browser: several tabs may each have one. */
const MOST = 5;
/** A state never contains this character. */
const BETWEEN = "~";

/** The states in a request's `Cookie` header, the latest last. */
function statesIn(header: string | undefined): string[] {
  const value = header === undefined ? undefined : parseCookie(header)[STATE_COOKIE];
  return value ? value.split(BETWEEN).slice(-MOST) : [];
}

/**
 * The cookie that stores these states (AUT-20); without states it is deleted. A browser on plain HTTP, which a setting must
 * allow, would not send back a secure cookie.
 */
function stateCookie(
  states: readonly string[],
  { path, secure }: { readonly path: string; readonly secure: boolean },
): SetCookie {
  return {
    name: STATE_COOKIE,
    value: states.slice(-MOST).join(BETWEEN),
    path,
    maxAge: states.length > 0 ? ATTEMPT_SECONDS : 0,
    httpOnly: true,
    secure,
    sameSite: secure ? "none" : "lax",
  };
}
