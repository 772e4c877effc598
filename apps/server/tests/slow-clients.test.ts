import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { createPeople } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** The server does not wait for a client that sends almost nothing. */

const patience = { headersMs: 400, requestMs: 60_000, bodyMs: 400, roomMs: 60_000, readMs: 60_000 };
const server = await startForFile({ patience });
const { clients, workspaceId } = await createPeople(server);
const bulk = `/api/v1/datasets/${(await createPublished(clients.owner, workspaceId)).datasetId}/records/bulk`;

/** Sends `begin`, then a byte now and then. Resolves to the response text when the server has closed. */
function trickle(begin: string, byte: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket: Socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(begin));
    const drip = setInterval(() => socket.write(byte), 50);
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    // The system answers a byte after the close with a reset.
    socket.on("error", () => {});
    socket.once("close", () => {
      clearInterval(drip);
      resolve(answer);
    });
  });
}

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: x", "Content-Type: application/json", ...headers, "", ""].join("\r\n");
const KEY = `X-Postil-Api-Key: ${OWNER.apiKey}`;

test("API-31 a body that trickles is ended, whoever sends it, however long it says it is, and however it comes", async () => {
  const begins = [
    post("/api/v1/workspaces", "Content-Length: 60000"),
    post(bulk, KEY, "Content-Length: 30000000"),
    post("/api/v1/token", "Content-Length: 60000"),
  ];
  for (const answer of await Promise.all(begins.map((begin) => trickle(begin, "[")))) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(answer).toContain('{"detail":"The request body did not come in time."}');
  }
  const chunks = await trickle(post("/api/v1/workspaces", "Transfer-Encoding: chunked"), "1\r\n[\r\n");
  expect(chunks).toMatch(/^HTTP\/1\.1 408 /);
});

test("API-31 a body that trickles after its answer is ended: nobody asked for it, or the method is wrong", async () => {
  const [length, chunks] = ["Content-Length: 60000", "Transfer-Encoding: chunked"];
  const begins = [
    [post("/api/v1/version", length).replace("POST", "GET"), "[", 200],
    [post("/api/v1/version", length), "[", 405],
    [post("/api/v1/version", chunks), "1\r\n[\r\n", 405],
  ] as const;
  const answers = await Promise.all(begins.map(([begin, byte]) => trickle(begin, byte)));
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(begins.map(([, , status]) => String(status)));
});

test("API-31 a head that trickles is ended", async () => {
  const answer = await trickle("GET /api/v1/version HTTP/1.1\r\nHost: x\r\nX-A: ", "a");
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('{"detail":"The request did not come in time."}');
});

test("API-31 a body in parts with pauses between them is taken when it keeps the pace", async () => {
  const body = JSON.stringify({ items: [], padding: "x".repeat(20_000) });
  const answer = await new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
      socket.write(post(bulk, KEY, "Connection: close", `Content-Length: ${body.length}`));
      let at = 0;
      // 20 KB at 12 KB a second: longer than the server waits for a slow body.
      const part = setInterval(() => {
        if (at >= body.length) return clearInterval(part);
        socket.write(body.slice(at, at + 1200));
        at += 1200;
      }, 100);
    });
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.once("error", reject).once("close", () => resolve(received));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  expect(answer).toContain("ensure this value has at least 1 items");
});
