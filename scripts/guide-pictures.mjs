#!/usr/bin/env node
// npm run guide-pictures [NAME...]: takes the pictures of docs/guide/screens.md anew, from the demo and the guide's own files.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../e2e/support/browser.ts";
import { buildAll } from "./lib/built.mjs";
import { findNode, ROOT, run, say } from "./lib/project.mjs";

const FILES = join(ROOT, "docs/guide/files");
const PICTURES = join(ROOT, "docs/guide/images");
const MAIN = join(ROOT, "apps/server/dist/main.js");

/** What the server holds besides the demo. */
const COMMANDS = [
  ["workspaces", "create", "hotels"],
  ["users", "invite", join(FILES, "people.csv")],
  ["import", join(FILES, "reviews.csv"), "--workspace", "hotels", "--dataset", "reviews", "--suggestion", "sentiment"],
  ["snapshot", "reviews", "--name", "before the review"],
  ["users", "delete", "jonas", "--yes"],
];

const choose = (name) => (page) => page.getByRole("link", { name }).first().click();
/** On a page that is complete. */
const press = (key) => async (page) => {
  await page.getByText("200 left").waitFor();
  await page.keyboard.press(key);
};
const drop = (file) => (page) => page.locator("input[type=file]").first().setInputFiles(join(FILES, file));
/** The settings of a dataset, at a tab. */
const settingsOf = (name, tab) => async (page) => {
  await choose(name)(page);
  await page.waitForURL("**/annotation-mode**");
  await page.goto(page.url().replace(/annotation-mode.*/, `settings#${tab}`));
};

/** Each picture: its name, the page, what a person does there, and the words that show that it is complete. */
const SHOTS = [
  { name: "datasets", path: "/datasets", shows: "reviews" },
  { name: "new-dataset", path: "/datasets/new", does: [drop("reviews.csv")], shows: "become records" },
  { name: "by-hand", path: "/datasets/by-hand", shows: "Use the settings of" },
  { name: "labeling", path: "/datasets", does: [choose("Customer messages")], shows: "Guidelines" },
  { name: "many", path: "/datasets", does: [choose("Customer messages"), press("b")], shows: "a page" },
  { name: "classification", path: "/datasets", does: [choose("headlines")], shows: "as predicted" },
  { name: "tokens", path: "/datasets", does: [choose("travel-notes")], shows: "Validate" },
  { name: "settings", path: "/datasets", does: [settingsOf("Customer messages", "questions")], shows: "Danger zone" },
  { name: "snapshots", path: "/datasets", does: [settingsOf("reviews", "snapshots")], shows: "before the review" },
  { name: "people", path: "/people", shows: "mara" },
  { name: "audit", path: "/audit", shows: "Export" },
  { name: "deleted", path: "/recently-deleted", shows: "jonas" },
  { name: "user-settings", path: "/user-settings", shows: "My data" },
];

const scratch = mkdtempSync(join(tmpdir(), "postil-pictures-"));
const env = {
  ...process.env,
  POSTIL_HOME: scratch,
  POSTIL_PORT: "0",
  POSTIL_SIGN_IN_LINK: "always",
  POSTIL_OWNER_PASSWORD: "",
};
await buildAll();
const server = spawn(findNode(), [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
const link = await new Promise((resolve, reject) => {
  let printed = "";
  server.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
    const found = /^Sign in once {2}(\S+)$/m.exec(printed)?.[1];
    if (found) resolve(found);
  });
  server.once("close", (code) => reject(new Error(`The server ended with ${code}.`)));
});
const browser = await chromium.launch(launchOptions());
try {
  for (const command of COMMANDS)
    if ((await run(findNode(), [MAIN, ...command], { env, stdio: ["ignore", "ignore", "inherit"] })) !== 0)
      throw new Error(`postil ${command.join(" ")} failed.`);
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  await page.goto(link);
  await page.waitForURL("**/datasets");
  mkdirSync(PICTURES, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const { name, path, does = [], shows } of SHOTS.filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name),
  )) {
    await page.goto(new URL(path, link).href);
    for (const act of does) await act(page);
    await page.getByText(shows).first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    say(`docs/guide/images/${name}.png`);
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(scratch, { recursive: true, force: true });
}
