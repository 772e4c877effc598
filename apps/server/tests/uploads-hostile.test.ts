import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { at, linesOf, send, understand } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { createPeople, createUser, type People } from "./support/people.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Files that are made to do harm: they cost their sender, and nobody else. */

let server: TestServer;
let people: People;
let admin: Client;
let isFull = false;
const PATIENCE = { headersMs: 20_000, requestMs: 300_000, bodyMs: 1000, roomMs: 5000, readMs: 30_000 };
beforeAll(async () => {
  server = await startTestServer({ patience: PATIENCE, readerMb: 128, isFull: () => isFull });
  people = await createPeople(server);
  admin = people.clients.admin;
});
afterAll(() => server.close());

const MIB = 1024 * 1024;

/** A gzip file of this text, so often. */
async function packed(text: string, times: number, start = "", end = ""): Promise<Uint8Array> {
  const parts = function* () {
    yield start;
    for (let left = times; left > 0; left--) yield text;
    yield end;
  };
  return new Uint8Array(await buffer(Readable.from(parts()).pipe(createGzip({ level: 1 }))));
}

async function faultOf(name: string, body: string | Uint8Array, wish: unknown = {}): Promise<string | null> {
  const id = await send(admin, name, body);
  const { fault } = await understand(admin, id, wish);
  await admin.must("deleteUpload", at(id));
  return fault;
}

describe("IMP-02 a hostile file", () => {
  test("with a line that is longer than 64 MB is refused with the limit", { timeout: 60_000 }, async () => {
    for (const name of ["bomb.jsonl.gz", "bomb.csv.gz"])
      expect(await faultOf(name, await packed("a".repeat(MIB), 70))).toContain("longer than 64 MB");
  });

  test("IMP-104 a list on one line of more than 64 MB is no hostile file", { timeout: 60_000 }, async () => {
    const body = await packed(`{"text":"${"a".repeat(MIB)}"},`, 70, "[", '{"text":"z"}]');
    const id = await send(admin, "list.json.gz", body);
    expect(await understand(admin, id)).toMatchObject({ rows: 71, warnings: [] });
    await admin.must("deleteUpload", at(id));
  });

  test("with more than 3,000 columns is refused with the limit", async () => {
    const names = Array.from({ length: 3001 }, (_, index) => `c${index}`);
    expect(await faultOf("wide.csv", `${names.join()}\n${names.map(() => "1").join()}\n`)).toContain("at most 3,000");
    const rows = names.map((name) => ({ text: "a", [name]: 1 }));
    expect(await faultOf("wide.jsonl", linesOf(rows))).toContain("more than 3,000 columns");
  });

  test("that takes too much memory ends its own process, and nothing else", { timeout: 60_000 }, async () => {
    const id = await send(admin, "deep.jsonl.gz", await packed("[],".repeat(10_000), 300, '{"text":[', "[]]}\n"));
    const { status, body } = await admin.call("understandUpload", { ...at(id), body: {} });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining("needs more memory")]);
    expect((await understand(admin, await send(admin, "a.csv", "text,label\nA b c,x\nD e f,y\n"))).fault).toBeNull();
  });

  test.each([
    ["not.csv.gz", "no gzip at all", "it is not gzip"],
    ["cut.jsonl.gz", new Uint8Array([31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 75]), "cut off"],
    ["empty.csv", "", "holds no rows"],
    ["list.json", "[1,2,3]", "no JSON object"],
    ["quote.csv", 'a,b\n"x,1\n2,3\n4,5\n', null],
    ["zeros.csv", "\0\0\0\0", "looks like UTF-16"],
    ["odd.xlsx", "no workbook", "odd.xlsx cannot be read"],
    ["odd.parquet", "no columns", "odd.parquet cannot be read"],
    ["odd.zip", "no archive", "odd.zip cannot be read"],
  ])("%s is answered in words", async (name, body, says) => {
    const fault = await faultOf(name, body);
    if (says === null) return;
    expect(fault).toContain(says);
    expect(fault).not.toContain(tmpdir());
  });
});

describe("IMP-02 the bounds of all files", () => {
  async function begin(key: string, bytes: number): Promise<Socket> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(
      `POST /api/postil/v1/uploads?name=large.jsonl HTTP/1.1\r\nhost: postil\r\nx-postil-api-key: ${key}\r\n` +
        `content-type: application/octet-stream\r\ncontent-length: ${bytes}\r\n\r\n`,
    );
    return socket;
  }

  test("what is announced takes room at once, so a person never has more than 2 GB on the way", async () => {
    const sockets: Socket[] = [];
    const replies: string[] = [];
    for (let count = 0; count < 5; count++) {
      const socket = await begin(OWNER.apiKey, 500 * MIB);
      socket.on("data", (part) => replies.push(String(part)));
      sockets.push(socket);
    }
    await patiently(() => expect(replies.join("")).toMatch(/ 422 [\s\S]*would have [\d,]+ MB; the most is [\d,]+ MB/));
    for (const socket of sockets) socket.destroy();
    // The room of what was cut is free again.
    await patiently(async () => {
      const socket = await begin(OWNER.apiKey, 10);
      socket.write("a,b\n1,2\n3\n");
      const [reply] = await once(socket, "data");
      socket.destroy();
      expect(String(reply)).toContain(" 201 ");
    });
  });

  test("a sender who stalls is cut off, and nothing stays", async () => {
    const socket = await begin(OWNER.apiKey, 1000);
    socket.write("a,b\n");
    const [reply] = await once(socket, "data");
    expect(String(reply)).toContain(" 408 ");
    socket.destroy();
    const { items } = await people.clients.owner.must("listUploads");
    expect(items.every(({ bytes }) => bytes === 10)).toBe(true);
  });

  test("while the disk is full a file is refused with 507, and nothing of it stays", async () => {
    isFull = true;
    try {
      const { status } = await admin.call("uploadFile", { query: { name: "full.csv" }, body: "a,b\n1,2\n" });
      expect(status).toBe(507);
      expect((await admin.must("listUploads")).items.map(({ file }) => file)).not.toContain("full.csv");
    } finally {
      isFull = false;
    }
  });

  test("who may send none is refused before anything is read", async () => {
    const annotator = await createUser(server, "annotator");
    const { status } = await annotator.client.call("uploadFile", { query: { name: "a.csv" }, body: "a,b\n" });
    expect(status).toBe(403);
  });
});

describe("IMP-01 nobody waits for another's file", () => {
  test("a person whose files are read one after the other does not keep others waiting", {
    timeout: 60_000,
  }, async () => {
    const rows = linesOf(Array.from({ length: 30_000 }, (_, index) => ({ text: `Text ${index}`, label: index % 3 })));
    const others = await createUser(server, "admin");
    const ids = await Promise.all(["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl"].map((name) => send(admin, name, rows)));
    const order: string[] = [];
    const small = await send(
      others.client,
      "small.jsonl",
      linesOf([
        { text: "A b", label: "x" },
        { text: "C d", label: "y" },
      ]),
    );
    const many = ids.map((id) => understand(admin, id).then(() => order.push("many")));
    const one = understand(others.client, small).then(() => order.push("one"));
    await Promise.all([...many, one]);
    expect(order.indexOf("one")).toBeLessThanOrEqual(1);
  });
});
