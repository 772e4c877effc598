import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { API_KEY, newHome, postil, removeHome, runPostil, saidIn } from "./support/process.ts";

let home: string;
beforeEach(() => {
  home = newHome();
});
afterEach(() => removeHome(home));

const put = (content: string) => writeFileSync(join(home, ".oauth.yaml"), content, { mode: 0o600 });

test("AUT-20 a wrong configuration of providers stops the start with a sentence for each mistake", async () => {
  put("providers: [{name: github, client_secret: s3cret}]\nallowed_workspaces: [{name: No Good}]");
  const ended = await postil(home, ["start"], { POSTIL_OAUTH_PROVIDERS: "keycloak" });
  const err = saidIn(ended.err);
  expect(ended.code).toBe(1);
  expect(err).toContain('The provider "github" has no client_id; set OAUTH2_GITHUB_CLIENT_ID');
  expect(err).toContain('The provider "keycloak" has no issuer');
  expect(err).toContain('"No Good" cannot be a workspace');
  expect(err).not.toContain("s3cret");
});

test("AUT-22 the workspaces of newcomers are made at the start, and a provider that is down does not hold it up", async () => {
  // No server listens there.
  put(
    "providers: [{name: museum, issuer: 'http://127.0.0.1:9', client_id: a, client_secret: s3cret}]\n" +
      "allowed_workspaces: [{name: letters}, {name: default}]",
  );
  const server = runPostil(home);
  try {
    const client = createClient(await server.address, API_KEY);
    expect((await client.must("listOauthProviders")).items).toEqual([{ name: "museum", title: "museum" }]);
    expect((await client.must("listMyWorkspaces")).items.map(({ name }) => name)).toEqual(["default", "letters"]);
    const asked = await fetch(`${await server.address}/api/v1/oauth2/providers/museum/authentication`, {
      redirect: "manual",
    });
    expect(asked.headers.get("location")).toContain("/oauth/museum/callback?error=temporarily_unavailable&state=");
  } finally {
    server.child.kill("SIGTERM");
    const { out, err } = await server.ended;
    expect(out + err).toContain('Signing in with the provider \\"museum\\" failed: unreachable');
    expect(out + err).not.toContain("s3cret");
  }
});
