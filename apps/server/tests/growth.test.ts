import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { expect, test } from "vitest";
import { Malformed } from "../src/http/errors.ts";
import { openApi } from "../src/http/openapi.ts";
import { ask, type Body } from "../src/http/parse-body.ts";
import { LONG } from "./support/effort.ts";
import { SEEDS } from "./support/fuzz-seeds.ts";
import { createWorld } from "./support/fuzz-world.ts";
import { growsTooFast } from "./support/growth.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** Puts something bulky in every place of every call's body. The time must grow in proportion to the size. */

const SMALL = 16 * 1024;
const LARGE = 60 * 1024;
/** CPU time of all threads for one call of 60 KB. Quadratic work takes seconds. */
const MOST_CPU_MS = 600;

const server = await startForFile();
const world = await createWorld(server);

const deep = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;
const list = (length: number, item: unknown) => Array(Math.floor(length)).fill(item);

/** Bulky values of about `bytes` bytes. */
const BULKY: { readonly [what: string]: (bytes: number) => unknown } = {
  letters: (bytes) => "a".repeat(bytes),
  spaces: (bytes) => " ".repeat(bytes - 1).concat("x"),
  digits: (bytes) => "1".repeat(bytes - 1).concat("x"),
  hyphens: (bytes) => "-".repeat(bytes),
  braces: (bytes) => `urn:uuid:{${"{}".repeat(bytes / 2)}`,
  quotes: (bytes) => '"'.repeat(bytes / 2),
  "pairs of units": (bytes) => "\ud83d\ude00".repeat(bytes / 4),
  numbers: (bytes) => list(bytes / 2, 1),
  texts: (bytes) => Array.from({ length: bytes / 8 }, (_, i) => `t${i}`),
  objects: (bytes) => list(bytes / 3, {}),
  options: (bytes) => list(bytes / 24, { value: "a", text: "a" }),
  members: (bytes) => Object.fromEntries(Array.from({ length: bytes / 10 }, (_, i) => [`k${i}`, 1])),
  nested: (bytes) => deep(bytes / 2),
};

const made = new Map<string, unknown>();

/** Makes each bulky value once: no call changes it. */
function bulky(what: string, bytes: number): unknown {
  const key = `${what} ${bytes}`;
  if (!made.has(key)) made.set(key, BULKY[what]?.(bytes));
  return made.get(key);
}

type Path = readonly (string | number)[];

/** Returns the path of the value and of every place in it. Of a list it takes the first item only. */
function placesOf(value: unknown): Path[] {
  const inside: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((item, index) => [index, item])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [[], ...inside.flatMap(([step, inner]) => placesOf(inner).map((path) => [step, ...path]))];
}

function withAt(value: unknown, [step, ...rest]: Path, given: unknown): unknown {
  if (step === undefined) return given;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as { [step: string | number]: unknown };
  copy[step] = withAt(copy[step], rest, given);
  return copy;
}

const described = Object.values(openApi("/").paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ requestBody }) => requestBody)
  .map(({ operationId }) => operationId as RouteName) // the names of the table
  // A file is not checked when it is sent.
  .filter((name) => (routes[name] as Route).encoding !== "bytes");

const bodyOf = (route: Route, value: unknown): Body =>
  route.encoding === "form"
    ? { kind: "form", value: value as { [name: string]: string } } // whatever the form holds
    : { kind: "json", value };

for (const name of described) {
  test(`API-31 the time to check a body grows as its size: ${name}`, { timeout: 60_000 }, async () => {
    const route: Route = routes[name];
    const { params = {}, query = {}, headers = {}, body } = await SEEDS[name](world, 0);
    for (const path of placesOf(body)) {
      for (const what of Object.keys(BULKY)) {
        const work = (bytes: number) => {
          const sent = bodyOf(route, withAt(body, path, bulky(what, bytes)));
          return () => {
            try {
              ask(route, { params, query, headers }, sent);
            } catch (error) {
              if (!(error instanceof Malformed)) throw error;
            }
          };
        };
        expect(growsTooFast(SMALL, work), `${what} at ${path.join(".")}`).toBeNull();
      }
    }
  });
}

const formOf = (value: unknown) =>
  new URLSearchParams(Object.entries(Object(value)).map(([key, part]): [string, string] => [key, String(part)]));

async function send(name: RouteName, value: unknown): Promise<number> {
  const { method, path, encoding }: Route = routes[name];
  const { params = {}, query = {}, headers = {} } = await SEEDS[name](world, 1);
  const filled = path.replace(/:(\w+)/g, (_, parameter) => encodeURIComponent(params[parameter] ?? ""));
  const asked = new URLSearchParams();
  for (const [key, all] of Object.entries(query)) for (const one of all) asked.append(key, one);
  const before = process.cpuUsage();
  const reply = await fetch(`${server.url}${filled}?${asked}`, {
    method,
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json", ...headers },
    body: encoding === "form" ? formOf(value) : JSON.stringify(value),
  });
  await reply.text();
  const { user, system } = process.cpuUsage(before);
  expect(reply.status, name).toBeLessThan(500);
  return (user + system) / 1000;
}

const STORED = ["letters", "texts", "options", "members"] as const;
let place = 0;
/** What is put in the next place: all of it in a long run, else one kind of it, another one in each place. */
function storedNext(): readonly (typeof STORED)[number][] {
  place++;
  return STORED.filter((_, at) => LONG || at === place % STORED.length);
}

for (const name of described) {
  test(`API-31 what is bulky is answered soon: ${name}`, { timeout: 60_000 }, async () => {
    const { body } = await SEEDS[name](world, 0);
    for (const path of placesOf(body)) {
      for (const what of storedNext()) {
        const sent = withAt(body, path, bulky(what, LARGE));
        const where = `${what} at ${path.join(".")}`;
        // A slow call must be slow twice: other work of the process is measured too.
        const ms = await send(name, sent);
        if (ms > MOST_CPU_MS) expect(await send(name, sent), where).toBeLessThan(MOST_CPU_MS);
      }
    }
  });
}
