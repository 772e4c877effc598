import { spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { record } from "./support/annotation.ts";
import { apiOf } from "./support/api.ts";
import { OWNER, type RunningServer, removeHome, startServer } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** A real dataset of 13,083 texts in 77 intents, imported with `postil import` and labeled. Skipped if the file is missing. */

const FOLDER = process.env.POSTIL_BENCH_DATA ?? fileURLToPath(new URL("../../shared/data", import.meta.url));
const FILE = join(FOLDER, "banking77.jsonl.gz");
const MAIN = fileURLToPath(new URL("../apps/server/dist/main.js", import.meta.url));

/** Runs `postil import`, as in a shell. It resolves to the output, and rejects if the import fails. */
function importFile(home: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, "import", FILE, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        POSTIL_HOME: home,
        POSTIL_DEMO: "0",
        POSTIL_LOG_LEVEL: "error",
        POSTIL_OWNER_USERNAME: OWNER.username,
        POSTIL_OWNER_PASSWORD: OWNER.password,
        POSTIL_OWNER_API_KEY: OWNER.apiKey,
      },
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve(printed) : reject(new Error(printed))));
  });
}

// Outside the test, so that a retry does not import again.
const home = mkdtempSync(join(tmpdir(), "postil-banking77-"));
let server: RunningServer;
test.beforeAll(async () => {
  if (!existsSync(FILE)) return;
  expect(await importFile(home)).toContain("13,083");
  server = await startServer({ home });
});
test.afterAll(async () => {
  if (existsSync(FILE)) await server.stop();
  removeHome(home);
});

test("FAN-22 FAN-23 FAN-29 FRS-13 DSL-14 banking77 by `postil import`: 77 intents with suggestions, labeled by search and by keys", async ({
  page,
}) => {
  test.skip(!existsSync(FILE), `${FILE} is not there`);
  const api = apiOf(server.port);
  const { items } = await api.get<{ items: { id: string; name: string }[] }>("/api/v1/me/datasets");
  expect(items.map(({ name }) => name)).toEqual(["banking77"]);

  await page.goto(`http://127.0.0.1:${server.port}/sign-in`);
  await page.getByLabel("Username").fill(OWNER.username);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "banking77" })).toContainText("0 of 13,083");
  await page.getByRole("link", { name: "banking77", exact: true }).click();
  await expect(record(page, 1)).toBeVisible();
  await expect(page.getByText("13,083 left")).toBeVisible();
  const labels = page.getByRole("region", { name: "Questions" }).getByRole("group").first();
  const find = labels.getByRole("searchbox", { name: "Find a label" });
  // The model's suggestion is filled in. One key accepts it.
  for (let number = 1; number <= 5; number++) {
    await expect(record(page, number)).toBeVisible();
    await expect(labels.getByRole("button", { pressed: true })).toHaveCount(1);
    await page.keyboard.press("Control+Enter");
  }
  // Another intent, by the first letters of its name.
  await expect(record(page, 6)).toBeVisible();
  await page.keyboard.type("lost");
  await expect(find).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(labels.getByRole("button", { name: /^lost_or_stolen_card/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 7)).toBeVisible();
  await expect(page.getByText("13,077 left")).toBeVisible();
  await expect
    .poll(async () => {
      const { responses } = await api.get<{ responses: { submitted: number } }>(
        `/api/v1/me/datasets/${items[0]?.id}/metrics`,
      );
      return responses.submitted;
    })
    .toBe(6);
});
