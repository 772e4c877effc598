import type { Access } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { afterAll, expect, test } from "vitest";
import { whoInContract } from "./support/contract-policy.ts";
import { SEEDS } from "./support/fuzz-seeds.ts";
import { createWorld } from "./support/fuzz-world.ts";
import { SPEAKERS, type Speaker } from "./support/people.ts";
import { CASES, type Line, MATRIX, WHO, type Who } from "./support/role-matrix.ts";
import { sendingNothing } from "./support/sending-nothing.ts";
import { startForFile } from "./support/start-test-server.ts";
import { createWatch } from "./support/watch.ts";

/** Every call of the route table, made by every role: anonymous, owner, and annotators and admins of two workspaces. */

const names = Object.keys(routes) as RouteName[]; // the table's own names
const TABLE = "apps/server/tests/support/role-matrix.ts";

test.each(names)("API-05 ROL-09 %s has a line that says who may make it", (name) => {
  const line: Line | undefined = MATRIX[name];
  expect(line, `Add a line \`${name}: may("who", "requirement")\` to MATRIX in ${TABLE}`).toBeDefined();
});

/** The access words of the route table, which describes each call and decides who may send a large body. */
const ACCESS: { readonly [W in Who]: readonly Access[] } = {
  public: ["open", "credentials"],
  any: ["signed-in"],
  privileged: ["privileged"],
  owner: ["owner"],
  member: ["member"],
  manager: ["manager"],
  "author-or-manager": ["author"],
  "author who left": ["author"],
  own: ["member", "signed-in"],
  "who began it": ["signed-in"],
  "who sent it": ["privileged"],
};
const OTHERWISE: { readonly [N in RouteName]?: string } = {
  getMetadataPropertyMetrics: "member: a property may be one that annotators see",
  listMyDatasets: "member: without a workspace it is everybody's own",
  listTaskDatasetsV0: "signed-in: without a workspace it is everybody's own",
  deleteTaskRecordsV0: "member: who only discards need not be a manager",
};

test.each(names.filter((name) => !(name in OTHERWISE)))(
  "API-05 ROL-09 ROL-10 ROL-12 %s: the matrix, the table of routes and the contract say the same",
  (name) => {
    const { who } = MATRIX[name];
    expect(ACCESS[who], `access of ${name} in packages/contract/src/routes, as "${who}" in ${TABLE}`).toContain(
      routes[name].access,
    );
    const { method, path } = routes[name];
    const document = `a row \`${method} ${path}\` with "${who}" under "Who" in docs/contract (own.md for calls of our own)`;
    expect(whoInContract(routes[name]), document).toBe(who);
  },
);

const FORBIDDEN = { code: "argilla.api.errors::ForbiddenOperationError", params: { detail: "Operation not allowed" } };
const UNKNOWN = {
  code: "argilla.api.errors::UnauthorizedError",
  params: { detail: "Could not validate credentials" },
};

const server = await startForFile({ around: sendingNothing });
const watch = createWatch(server);
const world = await createWorld(server);
afterAll(() => watch.close());

let turn = 0;
async function ask(name: RouteName, { seed = SEEDS[name] }: Line, speaker: Speaker) {
  const sending = await seed(world, turn++);
  await watch.settled();
  const before = await watch.dump();
  const { status, body } = await world.people.clients[speaker].call(name, sending);
  return { status, body, changed: (await watch.dump()) !== before };
}
type Asked = Awaited<ReturnType<typeof ask>>;

function expectDenied(name: RouteName, { hidden }: Line, speaker: Speaker, { status, body, changed }: Asked) {
  expect(changed, `${speaker}: what is refused changes nothing`).toBe(false);
  if (speaker === "nobody")
    return expect({ status, body }, speaker).toEqual({ status: 401, body: { detail: UNKNOWN } });
  const isHidden = typeof hidden === "object" ? hidden.includes(speaker) : hidden === true;
  expect(status, `${speaker}: ${JSON.stringify(body)}`).toBe(isHidden ? 404 : 403);
  // Calls on task datasets have their own sentence for this refusal (api-v0 1.2).
  const isFree = /^\/api\/datasets|task-datasets/.test(routes[name].path);
  const detail = isFree ? { ...FORBIDDEN, params: { detail: expect.any(String) } } : FORBIDDEN;
  return expect(body, speaker).toEqual({ detail: isHidden ? expect.anything() : detail });
}

function expectAllowed({ answers }: Line, speaker: Speaker, { status, body }: Asked) {
  const told = `${speaker}: ${status} ${JSON.stringify(body)}`;
  if (answers) expect(answers, told).toContain(status);
  else expect(status, told).toBeLessThan(300);
}

const lines = names.map((name) => ({ name, when: "", ...MATRIX[name] }));
for (const line of [...lines, ...CASES]) {
  const { name, when, ids } = line;
  const allowed: readonly Speaker[] = WHO[line.who];
  const denied = SPEAKERS.filter((speaker) => !allowed.includes(speaker));
  const who = allowed.join(", ") + (denied.length > 0 ? `; not ${denied.join(", ")}` : "");
  test(`${ids} ${name}${when && ` ${when}`}: ${who}`, async () => {
    for (const speaker of denied) expectDenied(name, line, speaker, await ask(name, line, speaker));
    for (const speaker of allowed) expectAllowed(line, speaker, await ask(name, line, speaker));
  });
}
