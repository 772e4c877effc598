import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startPeople } from "./support/people.ts";
import { configureNginx, folderOfTest, has, type Place, sample, send, startProxy } from "./support/sample-proxy.ts";
import { OWNER } from "./support/start-test-server.ts";

/** The samples of deploy/, as far as this machine has the programs that they are for. */

const { server, people } = await startPeople({ trustedProxies: ["127.0.0.1"] });

const missing = (program: string) => `${program} is not on this machine: its sample was not tried`;

/** A proxy by its sample, with the address of this test's server. */
type Proxy = { readonly program: string; readonly configure: (to: Place) => string[] };
const upstream = () => server.url.replace("http://", "");
const PROXIES: readonly Proxy[] = [
  {
    program: "nginx",
    configure: (place) => configureNginx(sample("nginx.conf").replace("127.0.0.1:6900", upstream()), place),
  },
  {
    program: "caddy",
    configure: ({ folder, port }) => {
      const site = sample("Caddyfile")
        .replace("127.0.0.1:6900", upstream())
        .replace("label.example.org {", `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`);
      writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
    },
  },
];

describe.each(PROXIES)("PKG-03 $program as the sample sets it up", (proxy) => {
  test.skipIf(!has(proxy.program))(
    `hands on calls and large files, and the caller's address as it is (else: ${missing(proxy.program)})`,
    async () => {
      const front = await startProxy(proxy.program, proxy.configure);
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
