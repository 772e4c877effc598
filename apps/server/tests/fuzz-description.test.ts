import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { LONG, SEED, times } from "./support/effort.ts";
import { engineOfRun } from "./support/engines.ts";
import { SEEDS } from "./support/fuzz-seeds.ts";
import { createWorld, type World } from "./support/fuzz-world.ts";
import { type Seed, type Sent, twisted, twists } from "./support/odd-values.ts";
import { type Drawing, drawn, type Lot, lotFrom, oneOf, type Schema } from "./support/openapi-values.ts";
import { quickCalls } from "./support/quick-calls.ts";
import { type Described, replyCheck } from "./support/reply-check.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";
import { createWatch } from "./support/watch.ts";

/**
 * Calls every operation of the API description thousands of times, several at once, over kept-alive connections.
 * Half of the calls are drawn from the schemas of the description. The other half are well-formed calls with
 * something odd put in. The seed of the run decides the draws.
 */

const ROUNDS = times(5);
/** Calls of each operation in one round, of either kind. */
const OF_A_KIND = LONG ? 16 : 8;
const AT_ONCE = 8;
const LEAST = ROUNDS * OF_A_KIND * 250;

type Operation = {
  readonly operationId: RouteName;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } };
  readonly responses: Described;
};
type Description = { readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } } };

const server = await startForFile({ logLevel: "silent" });
const watch = createWatch(server);
const calls = quickCalls(server.url);
const { text } = await calls.send("GET", { path: "/api/openapi.json", headers: {}, body: null });
const { paths } = JSON.parse(text) as Description; // docs.test.ts reads it closely
const operations = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .map((operation) => ({ ...operation, check: replyCheck(operation.responses) }));
afterAll(() => {
  calls.close();
  watch.close();
});

/** Draws a call from the description: required parts nearly always, optional parts every other time. */
function fromDescription({ parameters, requestBody }: Operation, drawing: Drawing): Seed {
  const inPlace = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && (parameter.required || drawing.lot() < 0.4))
        .map(({ name, schema }) => [name, drawn(schema, drawing)]),
    );
  const [content] = Object.values(requestBody?.content ?? {});
  return {
    // Odd values become text when the call is written.
    params: inPlace("path") as { [name: string]: string },
    query: inPlace("query") as { [name: string]: string[] },
    headers: inPlace("header") as { [name: string]: string },
    ...(content ? { body: drawn(content.schema, drawing) } : {}),
  };
}

type Call = { readonly operation: (typeof operations)[number]; readonly sent: Sent };

/** The calls of one round, in any order. */
async function callsOf(world: World, round: number, lot: Lot): Promise<Call[]> {
  const odd = fc.sample(twists, { seed: SEED + round, numRuns: operations.length * OF_A_KIND });
  const made: Call[] = [];
  for (const operation of operations) {
    const route = routes[operation.operationId];
    for (let left = OF_A_KIND; left > 0; left--) {
      const seed = fromDescription(operation, { lot, ids: world.ids, oddness: left % 2 === 0 ? 0 : 0.08 });
      made.push({ operation, sent: twisted(route, seed, [], world.ids) });
    }
    const seeds = [
      await SEEDS[operation.operationId](world, round),
      await SEEDS[operation.operationId](world, round + 1),
    ];
    for (let left = OF_A_KIND; left > 0; left--) {
      const seed = seeds[left % 2] ?? {};
      made.push({ operation, sent: twisted(route, seed, left > 2 ? (odd.pop() ?? []) : [], world.ids) });
    }
  }
  return made
    .map((call) => ({ call, at: lot() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ call }) => call);
}

/**
 * These calls need a password, a code, a token, a provider or a folder for backups. A finished job cannot change, and the
 * world's rule is unreadable on purpose. Other tests cover these calls.
 */
const REFUSED: ReadonlySet<RouteName> = new Set([
  ...(["createToken", "createTokenV0", "exchangeSignInLink", "startOauth", "finishOauth", "renewToken"] as const),
  ...(["changeMyPassword", "replaceMyApiKey", "readInvitation", "acceptInvitation", "makeBackup"] as const),
  ...(["endPersonSession", "endProviderSessions"] as const),
  ...(["changeJob", "getLabelingRuleMetricsV0", "getLabelingRulesMetricsV0"] as const),
  // They are about the file of the embedded store.
  ...(engineOfRun() === "sqlite" ? [] : (["getStoreFile", "compactStore"] as const)),
]);
const answered = new Map<RouteName, Set<number>>();
const wrong: string[] = [];

async function make({ operation, sent }: Call, key: string | null): Promise<void> {
  const { method, carries }: Route = routes[operation.operationId];
  const headers = { ...sent.headers, ...(key ? { "x-postil-api-key": key } : {}) };
  const reply = await calls.send(method, { ...sent, headers }).catch((error: unknown) => {
    // Another call may take the right to a file, or what it is of, while it is on its way.
    if (carries?.[200]?.stream) return null;
    throw new Error(`${operation.operationId} got no whole answer: ${sent.path}`, { cause: error });
  });
  if (reply === null) return;
  answered.set(operation.operationId, (answered.get(operation.operationId) ?? new Set()).add(reply.status));
  const fault = reply.status >= 500 ? "it failed" : operation.check(reply);
  if (!fault) return;
  wrong.push(
    `${fault}: ${method} ${sent.path.slice(0, 500)} ${sent.body?.slice(0, 1500)} -> ${reply.status} ${reply.text.slice(0, 700)}`,
  );
}

/** Makes every call well-formed, as the owner, deletions last: later random calls delete what others need. */
async function makeAsTheyShouldBe(): Promise<void> {
  const world = await createWorld(server);
  const isLast = ({ operationId }: Operation) => Number(routes[operationId].method === "DELETE");
  for (const operation of operations.toSorted((a, b) => isLast(a) - isLast(b))) {
    const seed = await SEEDS[operation.operationId](world, 0);
    await make({ operation, sent: twisted(routes[operation.operationId], seed, [], world.ids) }, OWNER.apiKey);
  }
}

test(`API-31 API-05 of ${LEAST} calls by the description none fails, and every answer is one that it describes`, {
  timeout: 300_000,
}, async () => {
  await makeAsTheyShouldBe();
  const lot = lotFrom(SEED);
  let made = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const world = await createWorld(server);
    const keys = [OWNER.apiKey, OWNER.apiKey, OWNER.apiKey, OWNER.apiKey, ...(await keysOf(world)), null];
    const queue = await callsOf(world, round, lot);
    made += queue.length;
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await make(next, oneOf(lot, keys));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(wrong.slice(0, 5).join("\n\n")).toBe("");
    await watch.settled();
    expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
  }
  expect(made).toBeGreaterThanOrEqual(LEAST);
  expect(await watch.orphans()).toBe(0);
  // An operation that is always refused would prove little.
  const neverDone = [...answered].filter(([, statuses]) => ![...statuses].some((status) => status < 400));
  const names = neverDone.map(([name]) => name).filter((name) => !REFUSED.has(name));
  expect(names, "fuzz-seeds.ts makes no call of these that succeeds").toEqual([]);
});

/** Keys of an admin and an annotator of the workspace, and of a user outside it. */
async function keysOf({ owner, people }: World): Promise<string[]> {
  const { items } = await owner.must("listUsers");
  const { admin, annotator, "annotator elsewhere": outsider } = people.ids;
  return items.filter(({ id }) => [admin, annotator, outsider].includes(id)).map((user) => user.api_key);
}
