import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "selfsigned";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { startPeople } from "./support/people.ts";
import { freePort } from "./support/process.ts";
import { OWNER } from "./support/start-test-server.ts";

/** The samples of deploy/, as far as this machine has the programs that they are for. */

const { server, people } = await startPeople({ trustedProxies: ["127.0.0.1"] });

const sample = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), "utf8");
const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const missing = (program: string) => `${program} is not on this machine: its sample was not tried`;

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "postil-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A proxy by its sample, with the address of this test's server, a free port and a certificate of its own. */
type Proxy = {
  readonly program: string;
  readonly configure: (to: { readonly folder: string; readonly port: number; readonly upstream: string }) => string[];
};
const PROXIES: readonly Proxy[] = [
  {
    program: "nginx",
    configure: ({ folder, port, upstream }) => {
      const server = sample("nginx.conf")
        .replace("127.0.0.1:6900", upstream)
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
        .replace("/etc/ssl/label.example.org.pem", join(folder, "cert.pem"))
        .replace("/etc/ssl/label.example.org.key", join(folder, "key.pem"));
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const around = [
        ...[`pid ${folder}/nginx.pid;`, "daemon off;", "events {}", "http {", "access_log off;"],
        ...temporary.map((what) => `${what}_temp_path ${folder}/${what};`),
        ...[server, "}"],
      ];
      writeFileSync(join(folder, "nginx.conf"), around.join("\n"));
      return ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
    },
  },
  {
    program: "caddy",
    configure: ({ folder, port, upstream }) => {
      const site = sample("Caddyfile")
        .replace("127.0.0.1:6900", upstream)
        .replace("label.example.org {", `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`);
      writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
    },
  },
];

async function startProxy({ program, configure }: Proxy): Promise<{ readonly port: number; readonly ca: string }> {
  const folder = folderOfTest();
  const port = await freePort();
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key, { mode: 0o600 });
  const args = configure({ folder, port, upstream: server.url.replace("http://", "") });
  const child: ChildProcess = spawn(program, args, { stdio: "ignore", env: { PATH: process.env.PATH, HOME: folder } });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const front = { port, ca: cert };
  await expect.poll(() => send(front, "GET", "/healthz").catch(() => null), { timeout: 20_000 }).not.toBeNull();
  return front;
}

type Sent = { readonly body?: string | Buffer; readonly headers?: { readonly [name: string]: string } };

const send = (
  { port, ca }: { readonly port: number; readonly ca: string },
  method: string,
  path: string,
  { body, headers = {} }: Sent = {},
) =>
  new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const call = request({ host: "localhost", port, ca, method, path, headers }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      reply.once("end", () => resolve({ status: reply.statusCode, text }));
    });
    call.once("error", reject);
    call.end(body);
  });

describe.each(PROXIES)("PKG-03 $program as the sample sets it up", (proxy) => {
  test.skipIf(!has(proxy.program))(
    `hands on calls and large files, and the caller's address as it is (else: ${missing(proxy.program)})`,
    async () => {
      const front = await startProxy(proxy);
      expect((await send(front, "GET", "/healthz")).status).toBe(200);
      const made = await send(front, "POST", "/api/v1/token", {
        body: "username=nobody-here&password=wrong",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "192.0.2.1" },
      });
      expect(made.status).toBe(401);
      const { items } = await people.clients.owner.must("listAudit", { query: { search: "nobody-here" } });
      // The address that a caller makes up is not believed.
      expect(items.map(({ address }) => address)).toEqual(["127.0.0.1"]);
      // More than the proxies take by themselves.
      const lines = `${JSON.stringify({ text: "x".repeat(1000) })}\n`.repeat(5000);
      const upload = await send(front, "POST", "/api/postil/v1/uploads?name=large.jsonl", {
        body: lines,
        headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/octet-stream" },
      });
      expect([upload.status, JSON.parse(upload.text).bytes]).toEqual([201, Buffer.byteLength(lines)]);
    },
  );
});

test.skipIf(!has("systemd-analyze"))(
  `PKG-03 the units are sound and closed up (else: ${missing("systemd-analyze")})`,
  () => {
    const folder = folderOfTest();
    // The command is installed on the machines that the units are for.
    for (const unit of ["postil.service", "postil-backup.service", "postil-backup.timer"])
      writeFileSync(join(folder, unit), sample(unit).replaceAll("=postil ", `=${process.execPath} `));
    const units = ["postil.service", "postil-backup.timer"].map((unit) => join(folder, unit));
    const verified = spawnSync("systemd-analyze", ["verify", ...units], { encoding: "utf8" });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
    const security = ["security", "--offline=true", "--threshold=20", join(folder, "postil.service")];
    expect(spawnSync("systemd-analyze", security).status).toBe(0);
  },
);

test("PKG-03 the container runs without root rights, with one volume, and is told to be well or not", () => {
  const lines = sample("Containerfile").split("\n");
  const told = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  expect(told("USER")).toEqual(["node"]);
  expect(told("VOLUME")).toEqual(["/var/lib/postil"]);
  expect(told("STOPSIGNAL")).toEqual(["SIGTERM"]);
  expect(told("ENTRYPOINT")).toEqual(['["postil"]']);
  expect(told("HEALTHCHECK").join()).toContain("/healthz");
  const { services } = parse(sample("compose.yaml"));
  expect(services.postil).toMatchObject({ read_only: true, cap_drop: ["ALL"], tmpfs: ["/tmp"] });
});
