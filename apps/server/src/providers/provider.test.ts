import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createAttempts } from "./attempts.ts";
import { createProvider } from "./provider.ts";
import { ProviderFailed } from "./provider-failed.ts";

test("AUT-22 a provider that is slow keeps a bounded number of people waiting; the others are told at once", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo; // listening on TCP
  const settings = {
    name: "slow",
    title: "Slow",
    issuer: `http://127.0.0.1:${port}`,
    clientId: "a",
    clientSecret: "b",
    scope: "openid",
    redirectUri: null,
    usernameClaim: null,
  };
  const lines: string[] = [];
  const provider = createProvider(settings, { warn: (line) => lines.push(line), patienceSeconds: 0.3 });
  const attempt = createAttempts(new Uint8Array(32)).begin("slow");
  const begin = () =>
    provider
      .begin(attempt, "http://127.0.0.1/oauth/slow/callback", new URLSearchParams())
      .catch((error: unknown) => error);
  try {
    const outcomes = await Promise.all(Array.from({ length: 70 }, begin));
    const reasons = outcomes.map((outcome) => outcome instanceof ProviderFailed && outcome.reason);
    expect(reasons.filter((reason) => reason === "late")).toHaveLength(64);
    expect(reasons.filter((reason) => reason === "busy")).toHaveLength(6);
    expect(new Set(lines)).toEqual(new Set([expect.stringContaining('the provider "slow" failed: late')]));
    // There is room again.
    expect(await begin()).toMatchObject({ reason: "late" });
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
