import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/bcrypt";
import { afterAll, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { newName } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** `postil users import`: users exported from another server. */

const PASSWORD = "brought along";
const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const folder = mkdtempSync(join(tmpdir(), "postil-test-"));
const hashed = await hash(PASSWORD, 4);
afterAll(() => rmSync(folder, { recursive: true }));

const users = (...args: string[]) => runAt({ url: server.url, home: folder }, ["users", ...args]);
function file(content: string): string {
  const path = join(folder, `${newName()}.yml`);
  writeFileSync(path, content);
  return path;
}
const signIn = async (username: string) =>
  (await createClient(server.url, null).call("createToken", { body: { username, password: PASSWORD } })).status;
const person = async (username: string) =>
  (await owner.must("listPeople")).items.find((one) => one.username === username);

test("AUT-14 a file of users of the reference comes in whole, its people sign in, and it can be run again", async () => {
  const [ann, ben, gone, team] = [newName(), newName(), newName(), newName()];
  const path = file(`
- username: ${ann}
  full_name: Ann Arbor
  email: ann@example.org
  api_key: key-of-${ann}
  hashed_password: ${hashed.replace("$2b$", "$2y$")}
  workspaces: [${team}, ${OWNER.workspace}]
- username: ${ben}
  hashed_password: "${hashed}"
- username: ${gone}
  hashed_password: "${hashed}"
  disabled: true
`);
  const { code, said } = await users("import", path);
  expect([code, said.split("\n")]).toEqual([
    0,
    [
      `Created workspace ${team}.`,
      `Created annotator ${ann}, who signs in with the password of before.`,
      `Created annotator ${ben}, who signs in with the password of before.`,
      `${gone} is disabled in the file, and was left out.`,
    ],
  ]);
  expect(await person(ann)).toMatchObject({ first_name: "Ann Arbor", role: "annotator", state: "active" });
  expect((await person(ann))?.workspaces.map(({ name }) => name).sort()).toEqual([OWNER.workspace, team].sort());
  expect([await signIn(ann), await signIn(ben), await signIn(gone)]).toEqual([201, 201, 401]);
  expect(await createClient(server.url, `key-of-${ann}`).must("getMe")).toMatchObject({ username: ann });
  const again = await users("import", path);
  expect(again.said).toContain(`${ann} is there already, and stays as they are.`);
  expect(again.said).not.toContain("Created");
});

test("AUT-14 rows of the reference's table come in as JSON, with names, roles and the workspaces in one text", async () => {
  const [ada, team, other] = [newName(), newName(), newName()];
  const row = {
    id: "0b8b6f1e-0000-4000-8000-000000000001",
    username: ada,
    first_name: "Ada",
    last_name: null,
    role: "admin",
    api_key: `key-of-${ada}`,
    password_hash: hashed,
    workspaces: `${team},${other}`,
  };
  expect((await users("import", file(JSON.stringify([row])))).code).toBe(0);
  expect(await person(ada)).toMatchObject({ first_name: "Ada", last_name: null, role: "admin" });
  expect((await person(ada))?.workspaces).toHaveLength(2);
  expect(await signIn(ada)).toBe(201);
});

test("AUT-14 a file with mistakes changes nothing, and each is told with its place and without the hash", async () => {
  const good = newName();
  const key = "argilla.apikey";
  const entries = [
    { username: good, hashed_password: hashed },
    { username: "ann", hashed_password: hashed.replace("$2b$", "$2x$") },
    { username: "no-hash" },
    { username: "-begins wrong", hashed_password: hashed },
    { username: "ben", hashed_password: hashed, role: "king", api_key: key, workspaces: ["Team A"] },
    { username: "cy", hashed_password: hashed, workspaces: ["Team A"] },
    { hashed_password: hashed },
  ];
  const path = file(JSON.stringify(entries));
  const { code, said } = await users("import", path);
  expect(code).toBe(1);
  expect(said.split("\n")).toEqual([
    `${path}: entry 2 (ann), hashed_password: a password hash of bcrypt begins with $2a$, $2b$ or $2y$, not with $2x$.`,
    `${path}: entry 3 (no-hash): there is no password_hash and no hashed_password.`,
    expect.stringContaining("entry 4 (-begins wrong), username: a username has letters"),
    `${path}: entry 5 (ben), role: a role is one of owner, admin, annotator.`,
    `${path}: entry 5 (ben), api_key: everybody knows this key; leave it out, and a new one is made.`,
    `${path}: entry 6 (cy): "Team A" is no name of a workspace: a workspace name has small letters, digits, - and _, and begins with neither - nor _.`,
    expect.stringContaining("entry 7, username: "),
  ]);
  expect(said).not.toContain(hashed.slice(8));
  expect(await person(good)).toBeUndefined();
  expect((await users("import", file("a: [b"))).said).toContain("is neither YAML nor JSON");
  expect((await users("import", file("username: ann"))).said).toContain("is no list of users");
  expect((await users("import", join(folder, "missing.yml"))).said).toContain("cannot be read");
});

test("AUT-14 one person comes with the hash at the command line; one that a shell has spoiled is refused with a hint", async () => {
  const username = newName();
  expect((await users("create", username, "--password-hash", hashed)).said).toBe(`Created annotator ${username}.`);
  expect(await signIn(username)).toBe(201);
  const spoiled = await users("create", newName(), "--password-hash", "b$04");
  expect([spoiled.code, spoiled.said]).toEqual([1, expect.stringContaining("stands in single quotes")]);
  const both = await users("create", newName(), "--password-hash", hashed, "--password", PASSWORD);
  expect(both.said).toBe("Either --password or --password-hash, not both.");
});
