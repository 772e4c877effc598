import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MAIN } from "./support/built.ts";
import { createClient } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { API_KEY, newHome, postil, removeHome, runPostil, saidIn, startPostil } from "./support/process.ts";

/** Tests which home a command opens, what it prints about it, and what it does when the reader of its output leaves. */

function folder(): string {
  const made = newHome();
  onTestFinished(() => removeHome(made));
  return made;
}

function textsIn(at: string, count = 3): string {
  const file = join(at, "letters.jsonl");
  writeFileSync(
    file,
    Array.from({ length: count }, (_, i) => JSON.stringify({ text: `Letter ${i}`, label: i % 2 ? "yes" : "no" })).join(
      "\n",
    ),
  );
  return file;
}

test("AUT-41 what keeps a log is given no link that signs the owner in, unless the owner has no other way or it is asked for", async () => {
  const printed = async (env: { readonly [name: string]: string }) => {
    const at = folder();
    const server = runPostil(at, [], env);
    const url = await server.address;
    await expect.poll(() => server.printed.out).toMatch(/^Sign in/m);
    server.child.kill("SIGTERM");
    await server.ended;
    // Log lines may stand in between.
    return /^Sign in.*$/m.exec(server.printed.out.replaceAll(url, "URL"))?.[0];
  };
  expect(await printed({ POSTIL_SIGN_IN_LINK: "" })).toBe("Sign in  URL/sign-in");
  expect(await printed({ POSTIL_SIGN_IN_LINK: "auto", POSTIL_OWNER_PASSWORD: "" })).toMatch(
    /^Sign in once {2}URL\/sign-in#/,
  );
  expect(await printed({ POSTIL_SIGN_IN_LINK: "never", POSTIL_OWNER_PASSWORD: "" })).toBe("Sign in  URL/sign-in");
  const wrong = await postil(folder(), ["start"], { POSTIL_SIGN_IN_LINK: "maybe" });
  expect([wrong.code, saidIn(wrong.err)]).toEqual([
    1,
    'POSTIL_SIGN_IN_LINK is "maybe"; it must be one of auto, always, never.\n',
  ]);
});

test("API-50 where a server runs on another home, a command that was told none makes no second one", async () => {
  const server = await startPostil();
  const user = folder();
  const env = { HOME: user, POSTIL_HOME: "", POSTIL_PORT: server.url.port };
  for (const args of [
    ["import", textsIn(user)],
    ["users", "list"],
  ]) {
    const ended = await postil(user, args, env);
    expect([ended.code, ended.out]).toEqual([1, ""]);
    expect(ended.err).toBe(
      `A Postil server answers at http://127.0.0.1:${server.url.port}, and its data is not in ${user}/.postil. ` +
        `Set POSTIL_HOME to the home of that server, or to ${user}/.postil if this one is meant.\n`,
    );
    expect(existsSync(join(user, ".postil"))).toBe(false);
  }
  const named = await postil(user, ["users", "list"], { ...env, POSTIL_HOME: server.home });
  expect([named.code, named.err]).toEqual([0, ""]);
});

test("API-50 the links of a command are those of the running server, whatever the command itself was told", async () => {
  const at = folder();
  const server = runPostil(at, [], { POSTIL_BASE_URL: "https://label.example.org/postil/" });
  onTestFinished(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  await server.address;
  await expect.poll(() => existsSync(join(at, "server.json"))).toBe(true);
  const done = await postil(at, ["import", textsIn(at)]);
  expect(done.out).toMatch(/https:\/\/label\.example\.org\/postil\/dataset\/\S+\/annotation-mode/);
  const invited = await postil(at, ["users", "invite", "anna"]);
  expect(invited.out).toContain("https://label.example.org/postil/invitation#");
});

test("API-50 a dry run meets what the real one would: the workspace that is missing, the name that is taken, and all reasons at once", async () => {
  const { home } = await startPostil();
  const file = textsIn(home);
  const dry = (...more: string[]) => postil(home, ["import", file, "--dry-run", ...more]);
  expect(await dry("--workspace", "archive")).toMatchObject({
    ...{ code: 1, err: 'There is no workspace "archive"; there are: default.\n' },
  });
  expect(await dry()).toMatchObject({ code: 0, err: "" });
  for (const task of [[], ["--task", "TextClassification"]]) {
    expect((await postil(home, ["import", file, ...task])).code).toBe(0);
    const again = await dry(...task);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('"letters" already')]);
  }
  const wrong = join(home, "wrong.csv");
  writeFileSync(wrong, "text,label,who\nA first text,yes,nobody\n,no,nobody\nA third text,no,nobody\n");
  const said = ["--label", "label", "--answer", "label", "--by", "who", "--dataset", "letters"];
  const all = await postil(home, ["import", wrong, "--dry-run", ...said]);
  expect(all.code).toBe(1);
  expect(all.err).toContain('column "text" is empty');
  expect(all.err).toContain("Nothing was imported. Mend these lines");
  expect(all.err).toContain('people who are not in the workspace: "nobody" (3 rows)');
  expect(all.err).toContain('Workspace "default" has a dataset "letters" already');
  const fresh = folder();
  const nowhere = await postil(fresh, ["import", file, "--dry-run"], { POSTIL_HOME: join(fresh, "none") });
  expect([nowhere.code, nowhere.err, existsSync(join(fresh, "none"))]).toEqual([0, "", false]);
  const unknown = await postil(fresh, ["import", file, "--dry-run", "--workspace", "archive"], {
    POSTIL_HOME: join(fresh, "none"),
  });
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no workspace "archive"')]);
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: bash's
const READER_LEAVES = '"$@" 2>"$ERRORS" | exec 0<&-; exit "${PIPESTATUS[0]}"';

test("API-50 a reader that leaves ends neither a command nor its work", async () => {
  const server = await startPostil();
  const file = textsIn(server.home, 500);
  // The reader closes the pipe before the command prints anything.
  const piped = (...args: readonly string[]) =>
    spawnSync("bash", ["-c", READER_LEAVES, "bash", process.execPath, MAIN, ...args], {
      env: {
        ...{ PATH: process.env.PATH, HOME: server.home, ERRORS: join(server.home, "errors") },
        ...{ POSTIL_HOME: server.home, POSTIL_PORT: "0" },
      },
    }).status;
  for (const args of [["help"], ["users", "list"], ["import", file]]) {
    expect(piped(...args), args.join(" ")).toBe(0);
    expect(readFileSync(join(server.home, "errors"), "utf8")).toBe("");
  }
  const owner = createClient(server.url.origin, API_KEY);
  const { items } = await owner.must("listMyDatasets");
  const metrics = await owner.must("getMyDatasetMetrics", { params: { dataset_id: items[0]?.id ?? "" } });
  expect(metrics.records.count).toBe(500);
});

test("API-50 an export writes over no file unless it is told to", async () => {
  const { home } = await startPostil();
  await postil(home, ["import", textsIn(home)]);
  const out = join(home, "out.jsonl");
  writeFileSync(out, "a day's work\n");
  const refused = await postil(home, ["export", "letters", "--output", out]);
  expect([refused.code, refused.err]).toEqual([1, `${out} is there already. --force writes over it.\n`]);
  expect(readFileSync(out, "utf8")).toBe("a day's work\n");
  expect((await postil(home, ["export", "letters", "--output", out, "--force"])).code).toBe(0);
  expect(readFileSync(out, "utf8").trimEnd().split("\n")).toHaveLength(3);
});

test("API-50 each command says how it is used, and opens nothing for it", async () => {
  const at = { url: "http://127.0.0.1:1", home: "/nowhere" };
  for (const word of ["start", "import", "export", "demo", "users", "workspaces", "audit", "doctor", "version"]) {
    const { code, out, err } = await runAt(at, [word, "--help"]);
    expect([code, err, out.startsWith(`postil ${word}`)], word).toEqual([0, "", true]);
  }
  expect((await runAt(at, ["users", "create", "-h"])).out).toContain("postil users create USERNAME");
});
