import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAttempts, ProviderFailed } from "./attempts.ts";
import { createProvider } from "./provider.ts";

/** Begins sign-ins at the provider at that address, and collects the log lines. */
function beginningAt(issuer: string) {
  const settings = {
    name: "slow",
    title: "Slow",
    issuer,
    clientId: "a",
    clientSecret: "b",
    scope: "openid",
    redirectUri: null,
    usernameClaim: null,
    claims: null,
    sessionHours: null,
  };
  const lines: string[] = [];
  const provider = createProvider(settings, {
    warn: (line) => lines.push(line),
    useToken: async () => true,
    patienceSeconds: 0.3,
  });
  const attempt = createAttempts(new Uint8Array(32), async () => true).begin("slow");
  const begin = () =>
    provider
      .begin(attempt, "http://127.0.0.1/oauth/slow/callback", new URLSearchParams())
      .catch((error: unknown) => error);
  return { begin, lines };
}

test("AUT-22 a provider that is slow keeps a bounded number of people waiting; the others are told at once", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo; // listening on TCP
  const { begin, lines } = beginningAt(`http://127.0.0.1:${port}`);
  try {
    const outcomes = await Promise.all(Array.from({ length: 70 }, begin));
    const reasons = outcomes.map((outcome) => outcome instanceof ProviderFailed && outcome.reason);
    expect(reasons.filter((reason) => reason === "late")).toHaveLength(64);
    expect(reasons.filter((reason) => reason === "busy")).toHaveLength(6);
    expect(new Set(lines)).toEqual(new Set([expect.stringContaining('the provider "slow" failed: late')]));
    // A place is free again.
    expect(await begin()).toMatchObject({ reason: "late" });
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test("AUT-42 a provider that is down is asked once in a while, whoever clicks, and one that is back is used", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const down = createServer((_, reply) => {
    asked++;
    reply.writeHead(503).end();
  });
  await new Promise<void>((resolve) => down.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void down.close());
  const { port } = down.address() as AddressInfo; // listening on TCP
  const { begin } = beginningAt(`http://127.0.0.1:${port}`);
  for (let click = 0; click < 20; click++) expect(await begin()).toMatchObject({ reason: "failing" });
  expect(asked).toBe(1);
  vi.setSystemTime(Date.now() + 1001);
  expect(await begin()).toMatchObject({ reason: "failing" });
  expect(asked).toBe(2);
});

test.each(["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"])(
  "AUT-42 a certificate that is not trusted (%s) is told as that, and the log says what to do",
  async (code) => {
    const cause = Object.assign(new Error("not trusted"), { code });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { begin, lines } = beginningAt("https://login.museum.example");
    expect(await begin()).toMatchObject({ reason: "untrusted" });
    expect(lines).toEqual([
      expect.stringContaining(`untrusted (${code}; the certificate of an authority of one's own`),
    ]);
    expect(lines[0]).toContain("NODE_EXTRA_CA_CERTS");
  },
);
