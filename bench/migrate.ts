import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Api, apiAt, apiOf } from "../e2e/support/api.ts";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import nodeFlags from "../scripts/lib/node-flags.json" with { type: "json" };
import { grouped, pingFigure, rateFigure } from "./lib/figures.ts";
import { pingWhile } from "./lib/pings.ts";
import type { Figure } from "./lib/report.ts";

/** Measures `postil migrate` from one Postil to another, beside the pages that the other server gives by itself (MIG-03). */

const MAIN = fileURLToPath(new URL("../apps/server/dist/main.js", import.meta.url));
const LEAST_RATE = 3000;
const PAGE = 500;

/**
 * Measures the same from another server, for example an Argilla server on this machine, and prints it:
 * `POSTIL_MIGRATE_API_KEY=KEY npm run bench -- migrate http://127.0.0.1:6900`. It reads every published dataset alone first.
 */
export async function benchMigrate(url: string, apiKey = process.env.POSTIL_MIGRATE_API_KEY ?? ""): Promise<void> {
  const api = apiAt(url, apiKey);
  const { items } = await api.get<{ items: { id: string; status: string }[] }>("/api/v1/me/datasets");
  const alone = { records: 0, seconds: 0 };
  for (const { id } of items.filter(({ status }) => status === "ready")) {
    const read = await readAll(api, id);
    alone.records += read.records;
    alone.seconds += read.seconds;
  }
  const here = await startServer();
  try {
    const begun = performance.now();
    await migrate({ url, apiKey }, here);
    const rate = alone.records / ((performance.now() - begun) / 1000);
    const given = `the other server alone: ${grouped(alone.records / alone.seconds)} records/s`;
    console.log(`${grouped(alone.records)} records brought and compared: ${grouped(rate)} records/s; ${given}`);
  } finally {
    await here.stop();
    removeHome(here.home);
  }
}

/** `there`: a server of which one dataset is brought; its others are deleted first. */
export async function migrateFigures(there: RunningServer, datasetId: string): Promise<readonly Figure[]> {
  const api = apiOf(there.port);
  const { items: datasets } = await api.get<{ items: { id: string }[] }>("/api/v1/me/datasets");
  for (const { id } of datasets) if (id !== datasetId) await api.delete(`/api/v1/datasets/${id}`);
  const { records, seconds: floor } = await readAll(api, datasetId);
  const here = await startServer();
  try {
    const begun = performance.now();
    const { pings } = await pingWhile(
      here.port,
      migrate({ url: `http://127.0.0.1:${there.port}`, apiKey: OWNER.apiKey }, here),
    );
    const rate = records / ((performance.now() - begun) / 1000);
    const what = `postil migrate of ${grouped(records)} records with responses, suggestions and metadata`;
    return [
      rateFigure({
        what,
        unit: "records",
        rate,
        least: LEAST_RATE,
        floor: `${grouped(records / floor)} records/s: the pages of the other server alone`,
      }),
      pingFigure(what, pings),
    ];
  } finally {
    await here.stop();
    removeHome(here.home);
  }
}

async function readAll(api: Api, id: string): Promise<{ readonly records: number; readonly seconds: number }> {
  const begun = performance.now();
  const path = `/api/v1/datasets/${id}/records?include=responses&include=suggestions&limit=${PAGE}`;
  for (let records = 0; ; ) {
    const { items } = await api.get<{ items: unknown[] }>(`${path}&offset=${records}`);
    records += items.length;
    if (items.length < PAGE) return { records, seconds: (performance.now() - begun) / 1000 };
  }
}

type There = { readonly url: string; readonly apiKey: string };

async function migrate({ url, apiKey }: There, here: RunningServer): Promise<void> {
  const options = ["--from", url, "--same-names"];
  const child = spawn(process.execPath, [...nodeFlags, MAIN, "migrate", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, POSTIL_HOME: here.home, POSTIL_MIGRATE_API_KEY: apiKey },
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`postil migrate ended with ${code}:\n${printed}`);
}
