import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** The fault that the provider simulates. */
export type Fault =
  | "none"
  /** The provider cuts connections. */
  | "down"
  /** The provider sends no response until the fault is over. */
  | "slow"
  | "nonsense"
  /** Every response has status 500. */
  | "failing"
  /** The responses are empty JSON. */
  | "empty"
  /** Every document is larger than the server's limit. */
  | "endless"
  /** Codes are too old when they arrive. */
  | "codes expire"
  /** Its clock is an hour behind. */
  | "clock behind"
  /** Its clock is half a minute behind. */
  | "clock a little behind"
  | "no names";

export type IdentityProvider = {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  fault: Fault;
  /** The paths of the requests, in order. */
  readonly asked: readonly string[];
  /** Adds claims to what it says about people with this login. */
  tell(login: string, claims: { readonly [name: string]: unknown }): void;
  /** Tells its client that its session of this login is over; null: it does not say which of them. */
  endSession(login: string, sid: string | null, logoutUri: string): Promise<void>;
  /** Allows these redirect addresses. */
  allow(...redirectUris: readonly string[]): void;
  close(): Promise<void>;
};

const CLIENT = { id: "postil", secret: "a secret of the client, kept by both" };

/** How far its signing time is in the past, in seconds, by fault. Its tokens are valid for one second. */
const AGES: { readonly [F in Fault]?: number } = { "clock behind": 3600, "clock a little behind": 30 };

/** An OpenID provider over HTTP. The user types a login or refuses. */
export async function startIdentityProvider({
  authMethod = "client_secret_post" as "client_secret_post" | "client_secret_basic",
} = {}): Promise<IdentityProvider> {
  const redirectUris: string[] = [];
  const asked: string[] = [];
  const held: ServerResponse[] = [];
  const told = new Map<string, { readonly [name: string]: unknown }>();
  let logoutUri = "http://127.0.0.1/not-used";
  let fault: Fault = "none";
  let provider: Provider | null = null;

  const configuration = (): Configuration => ({
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: authMethod,
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    clientAuthMethods: [authMethod],
    cookies: { keys: ["a key for cookies of a test"] },
    claims: { openid: ["sub"], profile: ["name", "preferred_username", "groups", "realm_access"], email: ["email"] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () =>
        fault === "no names"
          ? { sub: `subject-${id}` }
          : {
              sub: `subject-${id}`,
              name: `The person ${id}`,
              preferred_username: id,
              email: `${id}@example.org`,
              ...told.get(id),
            },
    }),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Its own way refuses addresses of this machine.
    fetch: (url, { method, headers, body } = {}) => fetch(url, { method, headers, body } as RequestInit),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    loadExistingGrant: async (context) => {
      const { oidc } = context;
      const given = oidc.client && oidc.session?.grantIdFor(oidc.client.clientId);
      if (given) return oidc.provider.Grant.find(given);
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 600,
      Grant: 600,
      Interaction: 600,
      Session: 600,
    },
  });

  const server = createServer((request, reply) => {
    asked.push(request.url ?? "");
    if (fault === "down") return void request.socket.destroy();
    if (fault === "slow") return void held.push(reply);
    if (fault === "nonsense") return void reply.end("<p>It works!</p>");
    if (fault === "failing") return void reply.writeHead(500).end();
    if (fault === "empty") return void reply.setHeader("content-type", "application/json").end("{}");
    if (fault === "endless") return void endless(reply);
    provider ??= quietly(() => withFaults(new Provider(issuer, configuration()), () => fault));
    if (request.url?.startsWith("/interaction/")) return void interact(provider, request, reply);
    provider.callback()(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const issuer = `http://127.0.0.1:${port}`;

  return {
    issuer,
    client: CLIENT,
    asked,
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
      for (const reply of held.splice(0)) reply.destroy();
    },
    tell: (login, claims) => void told.set(login, claims),
    endSession: async (login, sid, uri) => {
      logoutUri = uri;
      const sender = quietly(() => new Provider(issuer, configuration()));
      const client = await sender.Client.find(CLIENT.id);
      await Reflect.get(client ?? {}, "backchannelLogout").call(client, login, sid ?? undefined);
    },
    allow: (...more) => {
      redirectUris.push(...more);
      provider = null;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function withFaults(provider: Provider, fault: () => Fault): Provider {
  provider.on("authorization_code.saved", (code) => {
    if (fault() === "codes expire") void code.destroy();
  });
  // The provider signs every ID token through this function.
  const idToken: { issue(options: object): Promise<string> } = Reflect.get(provider, "IdToken").prototype;
  const { issue } = idToken;
  idToken.issue = function (options) {
    const expiresAt = Math.floor(Date.now() / 1000) + 1 - (AGES[fault()] ?? 0);
    return issue.call(this, { ...options, expiresAt });
  };
  return provider;
}

/** Hides the provider's warnings about settings that are fit for tests only. */
function quietly<T>(work: () => T): T {
  const { warn, info } = console;
  console.warn = () => undefined;
  console.info = () => undefined;
  try {
    return work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

const FORM = `<!doctype html><html lang="en"><title>A provider</title><h1>A provider</h1><form method="post">
<label>Who are you? <input name="login"></label> <button>Confirm</button> <button name="refuse" value="1">Refuse</button>
</form></html>`;

async function interact(provider: Provider, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (request.method === "GET") return void reply.setHeader("content-type", "text/html; charset=utf-8").end(FORM);
  let body = "";
  for await (const part of request) body += part;
  const form = new URLSearchParams(body);
  const result = form.has("refuse")
    ? { error: "access_denied", error_description: "The person refused." }
    : { login: { accountId: form.get("login") ?? "" } };
  await provider.interactionFinished(request, reply, result, { mergeWithLastSubmission: false });
}

function endless(reply: ServerResponse): void {
  reply.setHeader("content-type", "application/json");
  const part = `{"a":"${"x".repeat(65_536)}`;
  const more = () => {
    while (!reply.destroyed && reply.write(part));
    if (!reply.destroyed) reply.once("drain", more);
  };
  more();
}
