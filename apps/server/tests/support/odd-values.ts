import { fillPath } from "@postil/contract/path";
import type { Route } from "@postil/contract/route";
import fc from "fast-check";

/** Puts an odd value into a well-formed call at a random place. */

/** The parts of a well-formed call. A query parameter may have several values. */
export type Seed = {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: readonly string[] };
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
};
/** The call as sent: the path with its query, and the body as text. Null: no body. */
export type Sent = {
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
};

/** Marks text that goes into JSON unchanged: numbers and nesting that JSON.stringify would not write. */
const RAW = "\u0001";
const raw = (text: string) => `${RAW}${text}${RAW}`;
const NO_ID = "11111111-2222-4333-8444-555555555555";

const SCALARS = [null, true, false, 0, -1, 1, 3, 2.5, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63)];
const NUMBERS = ["NaN", "-Infinity", "1e400", "123456789012345678901234567890", "-0.0"].map(raw);
const TEXTS = [
  "",
  " ",
  "a",
  "5",
  "1.0",
  "true",
  "%",
  "%00",
  "a,b",
  "a:b:c",
  ",",
  "../..",
  "*",
  "$.x",
  '"',
  "'",
  "`",
  "\\",
];
const CHARACTERS = ["\u0000", "a\u0000b", "\ud800", "\udc00x", "\ud83d\ude00", "\u202e\ufeff\u2028", "\u0130"];
const LONG = [201, 600, 70_000].map((length) => "x".repeat(length));
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const WORDS = ["submitted", "draft", "pending", "good", "text", "rating", "span", "inserted_at", "metadata.lang:desc"];
const PARAMETERS = [
  "vectors:mini",
  "vectors",
  "responses",
  'year:{"ge":1,"le":5}',
  'year:{"ge":1e400}',
  "lang:a,b",
  "year:x",
];
const IDS = [NO_ID, `{${NO_ID.replaceAll("-", "")}}`, `urn:uuid:${NO_ID.toUpperCase()}`];
const SHAPES = [[], {}, [null], [[]], [{}], [1, "1"], ["a", "a"], { value: null }, { type: "text" }, { type: [[]] }];
const OBJECTS = ['{"__proto__": {"x": 1}}', '{"__proto__": 1, "constructor": {}}', '{"a": 1, "a": 2}'].map(raw);
const nested = (depth: number, open: string, close: string) => raw(`${open.repeat(depth)}1${close.repeat(depth)}`);
const DEEP = [nested(50, "[", "]"), nested(120, '{"a":', "}"), nested(5000, '{"a":', "}"), nested(50_000, "[", "]")];

export const ODD: readonly unknown[] = [
  ...[...SCALARS, ...NUMBERS, ...TEXTS, ...CHARACTERS, ...LONG, ...NAMES],
  ...[...WORDS, ...PARAMETERS, ...IDS, ...SHAPES, ...OBJECTS, ...DEEP],
];

const odd = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ODD) },
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
  fc.double(),
);

/** A change to member `key` of an object or a list. `ids`: the ids of existing objects. */
type Change = (holder: Holder, key: string | number, twist: Twist, ids: readonly string[]) => void;
const put =
  (make: (before: unknown, twist: Twist, ids: readonly string[]) => unknown): Change =>
  (holder, key, twist, ids) => {
    holder[key] = make(holder[key], twist, ids);
  };
/** The most characters of all copies of a repeated value, at least one copy. A repeated value may be repeated again. */
const REPEATED = 8_000_000;
const repeat =
  (times: number): Change =>
  (holder, key) => {
    const fit = Math.ceil(REPEATED / (JSON.stringify(holder[key]) ?? "").length);
    const copies = Array.from({ length: Math.min(times, fit) }, () => structuredClone(holder[key]));
    if (Array.isArray(holder)) holder.push(...copies);
    else holder[key] = copies;
  };
const CHANGES = {
  set: put((_, { odd: value }) => value),
  "set another": put((_, { odd: value }) => value),
  "other id": put((_, { at }, ids) => ids[at % ids.length]),
  "in a list": put((before) => [before]),
  "in an object": put((before, { odd: name }) => ({ [asText(name).slice(0, 300)]: before })),
  repeat: repeat(1),
  "repeat much": repeat(1100),
  remove: (holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
} satisfies { readonly [name: string]: Change };

export type Twist = { readonly at: number; readonly change: keyof typeof CHANGES; readonly odd: unknown };

/** No twist, one or several, so that calls also get past the first check. */
export const twists: fc.Arbitrary<readonly Twist[]> = fc.array(
  fc.record({ at: fc.nat(), change: fc.constantFrom(...(Object.keys(CHANGES) as Twist["change"][])), odd }), // its keys
  { maxLength: 3 },
);

type Holder = { [key: string | number]: unknown };
type Spot = { readonly holder: Holder; readonly key: string | number };

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;

function spotsIn(holder: Holder): Spot[] {
  const keys = Array.isArray(holder) ? [...holder.keys()] : Object.keys(holder);
  return keys.flatMap((key) => {
    const inner = holder[key];
    return [{ holder, key }, ...(isHolder(inner) ? spotsIn(inner) : [])];
  });
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value.replaceAll(RAW, "").slice(0, 3000) : JSON.stringify(value);

/** Writes JSON and keeps its raw parts unchanged. */
const written = (value: unknown): string =>
  JSON.stringify(value).replace(/"\\u0001((?:[^"\\]|\\.)*)\\u0001"/g, (_match, text) => JSON.parse(`"${text}"`));

const flat = (values: unknown): [string, string][] =>
  Object.entries(isHolder(values) ? values : {}).flatMap(([name, given]) =>
    [given].flat(9).map((one): [string, string] => [name, asText(one).toWellFormed()]),
  );

/** Headers take at most a few thousand plain characters. */
const headersOf = (values: unknown) =>
  Object.fromEntries(
    flat(values).flatMap(([name, text]) =>
      /^[\w-]+$/.test(name)
        ? [
            [
              name,
              text
                .replace(/[^ -~]/g, "?")
                .trim()
                .slice(0, 3000),
            ],
          ]
        : [],
    ),
  );

type Call = { params?: Holder; query?: Holder; headers?: Holder; body?: unknown };

/** Applies the twists to a call in order. `ids`: the ids of existing objects, put where other ids belong. */
export function twisted(route: Route, seed: Seed, given: readonly Twist[], ids: readonly string[]): Sent {
  const call: Call = structuredClone(seed);
  for (const twist of given) {
    const spots = spotsIn(call).filter(({ holder, key }) => holder !== call || key === "body");
    const spot = spots[twist.at % Math.max(1, spots.length)];
    if (spot) CHANGES[twist.change](spot.holder, spot.key, twist, ids);
  }
  const values = Object.fromEntries(flat(call.params));
  const path = fillPath(route.path, (name) => encodeURIComponent(values[name] || "-"));
  const search = new URLSearchParams(flat(call.query)).toString();
  return { path: search === "" ? path : `${path}?${search}`, ...withBody(route, call) };
}

function withBody({ encoding = "json" }: Route, call: Call): Pick<Sent, "headers" | "body"> {
  const headers = headersOf(call.headers);
  if (call.body === undefined) return { headers, body: null };
  if (encoding === "bytes")
    return {
      headers: { ...headers, "content-type": "application/octet-stream" },
      body: typeof call.body === "string" ? call.body : written(call.body),
    };
  return encoding === "form"
    ? {
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(flat(call.body)).toString(),
      }
    : { headers: { ...headers, "content-type": "application/json" }, body: written(call.body) };
}
