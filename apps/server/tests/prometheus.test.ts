import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { createClient } from "./support/client.ts";
import { patiently } from "./support/patiently.ts";
import { freePort } from "./support/process.ts";
import { OWNER, startTestServer } from "./support/start-test-server.ts";

/** Metrics, board and rules of alerts as a real Prometheus reads them, where it is on this machine. */

const TOKEN = "a-token-of-the-metrics-0123456789abcdef";
const PROGRAMS = ["prometheus", "promtool"] as const;
const isMissing = PROGRAMS.some((program) => spawnSync(program, ["--version"]).error !== undefined);

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
/** The indented block of the docs that begins with a line, as YAML. */
const sampleOf = (first: string) => {
  const lines = textOf("docs/operations.md").split("\n");
  const from = lines.indexOf(`    ${first}`);
  const length = lines.slice(from).findIndex((line) => !line.startsWith("    "));
  return parse(lines.slice(from, from + length).join("\n"));
};

type Series = { readonly metric: { readonly [label: string]: string }; readonly value: readonly [number, string] };

/** Prometheus with the settings of the docs, for the server at `target`, on this machine alone. */
async function startPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), "postil-prometheus-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const [job] = sampleOf("scrape_configs:").scrape_configs;
  const config = {
    global: { scrape_interval: "500ms", evaluation_interval: "500ms" },
    rule_files: [file("rules.yml", stringify(sampleOf("groups:")))],
    scrape_configs: [
      {
        ...job,
        authorization: { credentials_file: file("token", TOKEN) },
        static_configs: [{ targets: [target] }],
      },
    ],
  };
  const path = file("prometheus.yml", stringify(config));
  const checked = spawnSync("promtool", ["check", "config", path], { encoding: "utf8" });
  expect([checked.status, checked.stderr]).toEqual([0, ""]);
  const port = await freePort();
  const args = [
    `--config.file=${path}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn("prometheus", args, { stdio: "ignore" });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const ask = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const body = (await reply.json()) as { status: string; data: T }; // the shape of Prometheus' API
    expect(body.status, path).toBe("success");
    return body.data;
  };
  const query = async (text: string) =>
    (await ask<{ result: readonly Series[] }>(`query?query=${encodeURIComponent(text)}`)).result;
  return { ask, query };
}

test.skipIf(isMissing)(
  `WAT-15 Prometheus reads the metrics, each query of the board has an answer, and no alert fails (else: ${PROGRAMS.join(" or ")} is not on this machine)`,
  async () => {
    const server = await startTestServer({ metricsToken: TOKEN });
    onTestFinished(() => server.close());
    await server.state.look();
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const linted = spawnSync("promtool", ["check", "metrics"], { input: await metrics.text(), encoding: "utf8" });
    // Names of the library that counts the process are its own.
    expect(linted.stderr.split("\n").filter((line) => line.startsWith("postil_"))).toEqual([]);

    const { ask, query } = await startPrometheus(server.url.replace("http://", ""));
    const owner = createClient(server.url, OWNER.apiKey);
    const board = JSON.parse(textOf("deploy/grafana.json")) as {
      panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
    };
    // What Grafana puts in by itself.
    const filled = (text: string) => text.replaceAll("$job", "postil").replaceAll("$__rate_interval", "10s");
    const asked = board.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ title, text: filled(expr) })),
    );
    expect(asked.length).toBeGreaterThan(15);
    await patiently(async () => {
      await owner.must("listMyWorkspaces");
      expect((await query('up{job="postil"}')).map(({ value }) => value[1])).toEqual(["1"]);
      for (const { title, text } of asked) expect((await query(text)).length, `${title}: ${text}`).toBeGreaterThan(0);
    });
    type Rules = { readonly groups: readonly { readonly rules: readonly { name: string; health: string }[] }[] };
    const rules = await patiently(async () => {
      const found = (await ask<Rules>("rules")).groups.flatMap((group) => group.rules);
      expect(found.map(({ health }) => health)).toEqual(Array(7).fill("ok"));
      return found;
    });
    expect(rules.map(({ name }) => name)).toContain("PostilDoesNotAnswer");
  },
);
