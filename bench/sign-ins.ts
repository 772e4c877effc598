import { setTimeout as pause } from "node:timers/promises";
import { hashPassword, verifyPassword } from "../apps/server/src/usecases/accounts/credentials.ts";
import { type Api, apiOf } from "../e2e/support/api.ts";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { ms, type Stats, stats } from "./lib/stats.ts";

/** Measures sign-in: its cost compared with the hash alone, and how long others wait while many users sign in. */

const RUNS = 60;
const AT_ONCE = 100;
const BURSTS = 5;
const BROUGHT = 20;
const PASSWORD = "password of the bench";
/** The reference server's hash of this password, at its cost of 12. */
const BROUGHT_HASH = "$2b$12$IieVat4U6/SJlHuKR5QPEeoDdiePHqyGsHrZylovTjgJESsv7haJ.";
const GAP_MS = 5;

type Person = { readonly username: string; readonly address: string };
type Try = (person: Person) => Promise<number>;

export async function benchSignIns(): Promise<void> {
  // Acts as a proxy: every user gets their own address. Otherwise the server would make most of them wait.
  const server = await startServer({ settings: { POSTIL_TRUSTED_PROXIES: "127.0.0.1" } });
  try {
    const api = apiOf(server.port);
    const people = await addPeople(api, "ours", AT_ONCE, { password: PASSWORD });
    const signIn = tryWith(server, PASSWORD);
    const figures = [
      await aloneFigure(people, signIn),
      await besideFigure(server, `nobody signing in`, () => pause(1000)),
      await besideFigure(server, `${AT_ONCE} sign-ins at once`, () => all(people, signIn, 201)),
      await besideFigure(server, `${AT_ONCE} wrong passwords at once`, () =>
        all(people, tryWith(server, "a wrong password"), 401),
      ),
    ];
    // Runs last: while such hashes exist, a wrong password costs their time too.
    const brought = await addPeople(api, "brought", BROUGHT, { password_hash: BROUGHT_HASH });
    writeReport("sign-ins", [
      ...figures,
      await besideFigure(server, `${BROUGHT} first sign-ins at once with hashes of bcrypt`, () =>
        all(brought, signIn, 201),
      ),
    ]);
  } finally {
    await server.stop();
    removeHome(server.home);
  }
}

async function addPeople(api: Api, name: string, count: number, secret: object): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, n) => ({ username: `${name}${n}`, address: `192.0.2.${n}` }));
  const facts = { first_name: "A", role: "annotator", workspace_ids: [] };
  for (const { username } of people) await api.post("/api/postil/v1/people", { ...facts, username, ...secret });
  return people;
}

const tryWith =
  ({ port }: RunningServer, password: string): Try =>
  async ({ username, address }) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/token`, {
      method: "POST",
      headers: { "x-forwarded-for": address },
      body: new URLSearchParams({ username, password }),
    });
    await reply.text();
    return reply.status;
  };

async function all(people: readonly Person[], attempt: Try, wanted: number): Promise<void> {
  const statuses = await Promise.all(people.map(attempt));
  const others = statuses.filter((status) => status !== wanted);
  if (others.length > 0) throw new Error(`${others.length} were not answered ${wanted} but ${others[0]}.`);
}

/** Measures both in turns, so that other work on the machine slows both equally. */
async function aloneFigure(people: readonly Person[], signIn: Try): Promise<Figure> {
  const [first] = people;
  if (!first) throw new Error("Nobody is there.");
  const kept = await hashPassword(PASSWORD);
  const samples = { hash: [] as number[], signIn: [] as number[] };
  const measure = async (of: number[], work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    of.push(performance.now() - begun);
  };
  for (let run = 0; run < RUNS; run++) {
    await measure(samples.hash, () => verifyPassword(kept, PASSWORD));
    await measure(samples.signIn, () => all([first], signIn, 201));
  }
  const [floor, alone] = [stats(samples.hash), stats(samples.signIn)];
  const ratio = alone.p50 / floor.p50;
  return {
    what: "a sign-in alone, durable",
    figure: `p50 ${ms(alone.p50)}, ${ratio.toFixed(2)} times the hash alone`,
    floor: ms(floor.p50),
    target: "p50 at most 1.5 times the hash",
    met: ratio <= 1.5,
  };
}

/** Measures how long another user waits for a very small call during the burst. */
async function besideFigure(server: RunningServer, what: string, burst: () => Promise<unknown>): Promise<Figure> {
  const connection = await openConnection(server.port, OWNER.apiKey);
  let over = false;
  const samples: number[] = [];
  const pings = (async () => {
    while (!over) {
      const begun = performance.now();
      const reply = await connection.ask("GET", "/api/v1/me");
      if (reply.status !== 200) throw new Error(`The ping was answered with ${reply.status}.`);
      samples.push(performance.now() - begun);
      await pause(GAP_MS);
    }
  })();
  const begun = performance.now();
  // A user has only one first sign-in, so this burst runs once.
  for (let turn = what.includes("first") ? BURSTS - 1 : 0; turn < BURSTS; turn++) await burst();
  const seconds = (performance.now() - begun) / 1000;
  over = true;
  await pings;
  connection.close();
  const beside: Stats = stats(samples);
  return {
    what: `ping beside ${what}`,
    figure: `p50 ${ms(beside.p50)}, p99 ${ms(beside.p99)}, most ${ms(beside.max)} (${beside.count} in ${seconds.toFixed(1)} s)`,
    target: "p99 under 50 ms",
    met: beside.p99 < 50,
  };
}
