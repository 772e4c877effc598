import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { USUAL_PASSWORD_RULES } from "@postil/domain/accounts/passwords";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { registerSecurityHeaders } from "./headers.ts";
import { registerPage } from "./static.ts";

const HTML = `<!doctype html><script type="module" src="/assets/index-1a2b.js"></script><link href="/assets/a.css"></head>`;
const SCRIPT = "export {};".repeat(100);

let folder: string;
let app: FastifyInstance;

const serve = (basePath: string, frameOrigins: readonly string[] = [], passwords = USUAL_PASSWORD_RULES) => {
  app = fastify();
  registerSecurityHeaders(app, frameOrigins);
  app.setNotFoundHandler(registerPage(app, { folder, basePath }, passwords));
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "postil-page-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), HTML);
  writeFileSync(join(folder, "mark.svg"), "<svg/>");
  writeFileSync(join(folder, "assets/index-1a2b.js"), SCRIPT);
  writeFileSync(join(folder, "assets/index-1a2b.js.br"), brotliCompressSync(SCRIPT));
  serve("/");
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ method: "GET", url, headers });

describe("API-38 the server delivers the page", () => {
  test.each(["/", "/sign-in", "/datasets/", "/datasets/a/b?x=1", "/dataset/0190/annotation-mode"])(
    "%s answers the entry document, asked for each time",
    async (url) => {
      const reply = await get(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toBe(HTML);
      expect(reply.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
    },
  );

  test.each(["/apidocs", "/a.b", "/metrics", "/people/nobody", "/datasets/a"])(
    "%s is not there: the page says so, and the status",
    async (url) => {
      const reply = await get(url);
      expect([reply.statusCode, reply.body]).toEqual([404, HTML]);
    },
  );

  test.each(["/api", "/api/nope", "/api/v1/nope"])("%s is no page", async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: "Not Found" }]);
  });

  test("only reading calls have a page", async () => {
    expect((await app.inject({ method: "POST", url: "/datasets" })).statusCode).toBe(404);
    expect((await app.inject({ method: "HEAD", url: "/datasets" })).statusCode).toBe(200);
  });

  test("files with a hash are kept for ever, and come compressed from the build", async () => {
    const reply = await get("/assets/index-1a2b.js", { "accept-encoding": "gzip, br" });
    expect(reply.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": expect.stringContaining("javascript"),
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(SCRIPT);
    expect((await get("/assets/index-1a2b.js")).body).toBe(SCRIPT);
  });

  test("a file of an earlier build is missing, not a page that the browser takes for a script", async () => {
    expect((await get("/assets/index-0000.js")).statusCode).toBe(404);
  });

  test.each(["/assets/", "/assets/more/", "/assets/more", "/assets/?x"])("%s is no file", async (url) => {
    mkdirSync(join(folder, "assets/more"));
    const reply = await get(url);
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: "Not Found" }]);
  });

  // Sends the raw path: a client that normalizes addresses would resolve `..` before the request.
  test.each(["/assets/..", "/assets/../", "/assets/%2e%2e", "/assets/more/../..", "/assets/..%2fx", "/assets/..?x"])(
    "%s is not there either",
    async (path) => {
      await app.listen({ host: "127.0.0.1", port: 0 });
      const { port } = app.server.address() as AddressInfo; // listening on TCP
      const asked = request({ host: "127.0.0.1", port, path }).end();
      const [reply] = (await once(asked, "response")) as [IncomingMessage]; // the event's argument
      reply.resume();
      expect(reply.statusCode).toBe(404);
    },
  );

  test("files beside the entry document are served", async () => {
    const reply = await get("/mark.svg");
    expect([reply.body, reply.headers["content-type"]]).toEqual(["<svg/>", "image/svg+xml"]);
  });

  test.each([
    "/../secret.svg",
    "/%2e%2e/secret.svg",
    "/assets/../../secret.svg",
    "/assets/%2e%2e%2f%2e%2e%2fsecret.svg",
  ])("%s does not lead out of the folder", async (url) => {
    writeFileSync(join(folder, "..", "secret.svg"), "secret");
    expect((await get(url)).body).not.toBe("secret");
    rmSync(join(folder, "..", "secret.svg"));
  });

  test("below a path, the entry document asks for its files below that path", async () => {
    await app.close();
    serve("/postil/");
    const { body } = await get("/datasets");
    expect(body).toContain('src="/postil/assets/index-1a2b.js"');
    expect(body).toContain('<meta name="base-path" content="/postil/">');
  });

  test("without a built page a sentence says how to get one", async () => {
    rmSync(join(folder, "index.html"));
    const reply = await get("/");
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([503, "text/plain; charset=utf-8"]);
    expect(reply.body).toContain("npm start");
  });
});

test("PRD-09 pages may be framed by those of this server and of the origins that are configured, and run no inline script", async () => {
  const { headers } = await get("/");
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).toMatch(/; frame-ancestors 'self'$/);
  // This header cannot name origins, and in some browsers it overrides the other header.
  expect(headers["x-frame-options"]).toBeUndefined();
  await app.close();
  serve("/", ["https://huggingface.co"]);
  const framed = String((await get("/")).headers["content-security-policy"]);
  expect(framed).toMatch(/; frame-ancestors 'self' https:\/\/huggingface\.co$/);
});

test("COM-01 COM-14 the entry document says rules of sign-in that are not the usual ones", async () => {
  serve("/", [], { accepted: false, min: 12 });
  const { body } = await app.inject("/sign-in");
  expect(body).toContain('<meta name="sign-in" content="provider"><meta name="password-min" content="12"></head>');
});
