import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "selfsigned";
import { expect, onTestFinished } from "vitest";
import { freePort } from "./process.ts";

/** Real proxies with TLS, set up by the samples of deploy/. */

export const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

export const sample = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url)), "utf8");

export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "postil-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export type Place = { readonly folder: string; readonly port: number };

/** The arguments of an nginx that has the sample, with a free port and a certificate of its own. `site`: the sample, changed. */
export function configureNginx(site: string, { folder, port }: Place): string[] {
  const server = site
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
}

export type Front = { readonly port: number; readonly ca: string };

/** Starts a proxy until the test ends, and waits until it answers. */
export async function startProxy(program: string, configure: (place: Place) => string[]): Promise<Front> {
  const folder = folderOfTest();
  const port = await freePort();
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key, { mode: 0o600 });
  const args = configure({ folder, port });
  const child: ChildProcess = spawn(program, args, { stdio: "ignore", env: { PATH: process.env.PATH, HOME: folder } });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const front = { port, ca: cert };
  await expect.poll(() => send(front, "GET", "/healthz").catch(() => null), { timeout: 20_000 }).not.toBeNull();
  return front;
}

type Sent = {
  readonly body?: string | Buffer;
  readonly headers?: { readonly [name: string]: string };
  /** The address of this machine from which it is sent. */
  readonly from?: string;
};

export const send = ({ port, ca }: Front, method: string, path: string, { body, headers = {}, from }: Sent = {}) =>
  new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const way = from === undefined ? {} : { localAddress: from, family: 4 };
    const call = request({ host: "localhost", port, ca, method, path, headers, ...way }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      reply.once("end", () => resolve({ status: reply.statusCode, text }));
    });
    call.once("error", reject);
    call.end(body);
  });
