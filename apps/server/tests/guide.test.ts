import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { runAt } from "./support/command-line.ts";
import { pythonOf, QUIET_CLIENT } from "./support/python-installed.ts";
import { OWNER, startTestServer } from "./support/start-test-server.ts";

/** Every command and script of the user guide is run, page by page and from top to bottom, on a server of its own. */

const GUIDE = fileURLToPath(new URL("../../../docs/guide", import.meta.url));
const PAGES = readdirSync(GUIDE).filter((name) => name.endsWith(".md"));

type Step = { readonly language: "postil" | "js" | "python"; readonly text: string };

/** The commands (indented lines) and scripts (fenced blocks) of a page, in their order. */
function stepsOf(page: string): Step[] {
  const found = readFileSync(join(GUIDE, page), "utf8").matchAll(
    /^ {4}npm run postil -- (?<command>.+)$|^```(?<language>js|python)\n(?<script>[\s\S]*?)^```$/gm,
  );
  return Array.from(found, ({ groups }) => {
    if (groups?.command !== undefined) return { language: "postil", text: groups.command };
    return { language: groups?.language === "js" ? "js" : "python", text: groups?.script ?? "" };
  });
}

/** The server that the guide calls by another name. */
const OLD_SERVER = "https://argilla.example.com";

/** The words of a command line without quotes. Names of files are those of the folder. */
const wordsOf = (command: string, { folder, old }: { readonly folder: string; readonly old: string }) =>
  command
    .split(" ")
    .map((word) => (/^[\w-]+\.\w+(?:\.gz)?$/.test(word) ? join(folder, word) : word.replace(OLD_SERVER, old)));

/** Starts a server with the workspaces that the pages speak of, beside a folder with the files of the guide. */
async function startReader(page: string) {
  const folder = mkdtempSync(join(tmpdir(), "postil-guide-"));
  cpSync(join(GUIDE, "files"), folder, { recursive: true });
  const server = await startTestServer();
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const at = { url: server.url, home: folder };
  const workspaces = ["default", ...(page === "team.md" ? [] : ["hotels"])];
  for (const name of workspaces) expect((await runAt(at, ["workspaces", "create", name])).code).toBe(0);
  return { at, folder, env: { POSTIL_URL: server.url, POSTIL_KEY: OWNER.apiKey } };
}

async function startOldServer() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const made = await runAt({ url: server.url, home: GUIDE }, ["import", join(GUIDE, "files/reviews.csv")]);
  expect(made.code, made.said).toBe(0);
  return server;
}

test("GUI-01 every page of the guide is in its list", () => {
  const index = readFileSync(join(GUIDE, "README.md"), "utf8");
  for (const page of PAGES) if (page !== "README.md") expect(index).toContain(`(${page})`);
});

for (const page of PAGES.filter((name) => stepsOf(name).length > 0))
  test(`GUI-01 each command of ${page} does what the page says`, async ({ annotate }) => {
    const { at, folder, env } = await startReader(page);
    for (const { language, text } of stepsOf(page)) {
      if (language === "postil") {
        const old = text.includes(OLD_SERVER) ? (await startOldServer()).url : "";
        const { code, said } = await runAt(at, wordsOf(text, { folder, old }), {
          env: { POSTIL_MIGRATE_API_KEY: OWNER.apiKey },
        });
        expect(code, `${text}\n${said}`).toBe(0);
      } else if (language === "js") {
        const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", text], {
          env: { ...process.env, ...env },
        });
        expect(stdout).not.toBe("");
      } else if (existsSync(pythonOf("1.29.1"))) {
        await promisify(execFile)(pythonOf("1.29.1"), ["-c", text], {
          env: { ...process.env, ...QUIET_CLIENT, ...env },
        });
      } else
        await annotate(
          `NOT TESTED: the Python script of ${page}. node scripts/python-clients.mjs installs the client.`,
        );
    }
  });

test("GUI-02 every picture of the guide is there, and every picture that is there is shown", () => {
  const shown = PAGES.flatMap((page) =>
    Array.from(readFileSync(join(GUIDE, page), "utf8").matchAll(/\(images\/([\w-]+\.png)\)/g), ([, name]) => name),
  );
  expect(shown.toSorted()).toEqual(readdirSync(join(GUIDE, "images")).toSorted());
  const script = readFileSync(join(GUIDE, "../../scripts/guide-pictures.mjs"), "utf8");
  for (const name of shown) expect(script).toContain(`name: "${name?.replace(".png", "")}"`);
});
