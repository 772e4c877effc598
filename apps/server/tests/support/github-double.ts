import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** The sign-in endpoints of GitHub Enterprise Server, as GitHub's documentation describes them. */
export type GithubDouble = {
  readonly address: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** The user who signs in next. */
  user: { readonly id: number; readonly login: string; readonly name: string | null };
  /** The forms sent to exchange a code. */
  readonly exchanged: URLSearchParams[];
  close(): Promise<void>;
};

const CLIENT = { id: "postil", secret: "githubs-own-secret" };

export async function startGithubDouble(): Promise<GithubDouble> {
  const codes = new Map<string, GithubDouble["user"]>();
  const tokens = new Map<string, GithubDouble["user"]>();
  const exchanged: URLSearchParams[] = [];
  let user: GithubDouble["user"] = { id: 1, login: "octo-cat", name: "The Octocat" };
  let count = 0;

  const authorize = ({ searchParams }: URL): string => {
    const code = `code-${++count}`;
    codes.set(code, user);
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    return back.href;
  };
  /** GitHub sends its refusals with status 200. */
  const exchange = (form: URLSearchParams): object => {
    exchanged.push(form);
    const code = form.get("code") ?? "";
    const known = codes.get(code);
    codes.delete(code);
    if (!known)
      return { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." };
    if (form.get("client_secret") !== CLIENT.secret) return { error: "incorrect_client_credentials" };
    const token = `gho_${++count}`;
    tokens.set(token, known);
    return { access_token: token, token_type: "bearer", scope: "read:user" };
  };
  const describe = ({ headers }: IncomingMessage): readonly [number, object] => {
    if (!headers["user-agent"]) return [403, { message: "Request forbidden by administrative rules." }];
    const found = tokens.get(/^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "");
    return found ? [200, { ...found, type: "User", site_admin: false }] : [401, { message: "Bad credentials" }];
  };

  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? "/", "http://double");
    const json = (status: number, body: object) =>
      reply.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
    switch (url.pathname) {
      case "/login/oauth/authorize":
        return reply.writeHead(302, { location: authorize(url) }).end();
      case "/login/oauth/access_token":
        return json(200, exchange(new URLSearchParams(await textOf(request))));
      case "/api/v3/user":
        return json(...describe(request));
      default:
        return json(404, { message: "Not Found" });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP

  return {
    address: `http://127.0.0.1:${port}`,
    client: CLIENT,
    exchanged,
    get user() {
      return user;
    },
    set user(next) {
      user = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}
