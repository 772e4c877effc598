import { setTimeout as pause } from "node:timers/promises";
import type { Page, Response } from "@playwright/test";
import { apiOf } from "./support/api.ts";
import { OWNER, type RunningServer, removeHome, startServer } from "./support/server.ts";
import { putSession } from "./support/sign-in.ts";
import { openTask, pages, row, setUpTask, type TaskSetup, texts } from "./support/tasks.ts";
import { test as base, expect } from "./support/test.ts";

/**
 * The power fails while a user works in task datasets: during validations and discards, with unvalidated edits, and while a
 * rule is saved. It fails twice, or as often as POSTIL_KILLS says (CONTRIBUTING.md).
 */
const KILLS = Math.min(Number(process.env.POSTIL_KILLS ?? 2), 25);
/** The records of one page, and the number for each round. A round uses its own: a second choice of a label removes it. */
const [RECORDS, EACH] = [100, 4];
const LABELS = ["Politics", "Sport"] as const;
type Label = (typeof LABELS)[number];

/** A server for this test only. The test kills it and starts it again. */
const test = base.extend<{ own: { server: RunningServer; crash: () => Promise<void>; restart: () => Promise<void> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
  own: async ({}, use) => {
    const server = await startServer();
    let running = server;
    const restart = async () => {
      running = await startServer({ home: server.home, port: server.port });
    };
    await use({ server, restart, crash: () => running.kill() });
    await running.kill();
    removeHome(server.home);
  },
});

// No retry: work that is lost in one of three runs is lost.
test.describe.configure({ retries: 0 });

type Said = { readonly status: string; readonly label: string | null };
type Step = { readonly after: { readonly status: string; readonly annotation: string | null } };

/** The server's confirmed answers by record, in the order in which the page got them. */
function noteAnswers(page: Page): Map<string, Said[]> {
  const answered = new Map<string, Said[]>();
  page.on("response", (response: Response) => {
    if (response.status() !== 200 || !response.url().includes("/answers?")) return;
    for (const { id, status, annotation } of response.request().postDataJSON().answers) {
      const label: string | null = annotation?.labels[0]?.class ?? null;
      answered.set(id, [...(answered.get(id) ?? []), { status, label }]);
    }
  });
  return answered;
}

const stepsOf = async (setup: TaskSetup, port: number, id: string): Promise<readonly Step[]> => {
  const at = `/api/postil/v1/task-datasets/${setup.dataset}/records/${id}/history?limit=100&workspace=${setup.workspace}`;
  return (await apiOf(port).get<{ items: readonly Step[] }>(at)).items;
};

const choose = (page: Page, position: number, label: Label) =>
  row(page, position).getByRole("button", { name: label }).click();
const other = (label: Label): Label => (label === "Sport" ? "Politics" : "Sport");

test("TST-14 RUL-16 ERR-07 the server is killed again and again in the middle of work: nothing acknowledged is lost or done twice, and the pages go on by themselves", async ({
  page: list,
  context,
  own: { server, crash, restart },
}) => {
  test.setTimeout(60_000 + KILLS * 30_000);
  const [api, origin] = [apiOf(server.port), `http://127.0.0.1:${server.port}`];
  const setup = await setUpTask(api, { task: "TextClassification", labels: LABELS, records: texts(RECORDS) });
  const many = await setUpTask(api, {
    task: "TextClassification",
    labels: LABELS,
    records: texts(RECORDS, { multi_label: true }),
  });
  await putSession(context, origin, OWNER);
  const [edits, rules] = [await context.newPage(), await context.newPage()];
  const answered = noteAnswers(list);
  await openTask(list, { ...setup, address: origin + setup.address }, pages(1, 100));
  await openTask(edits, { ...many, address: origin + many.address }, pages(1, 100));

  const wanted = new Map<string, Said>();
  const idAt = (position: number) => `t${String(position).padStart(3, "0")}`;
  for (let round = 0; round < KILLS; round++) {
    const at = (step: number) => 1 + ((round * EACH + step) % RECORDS);
    const query = `letter AND number AND NOT r${round}`;
    const asked = encodeURIComponent(JSON.stringify({ text: query }));
    await rules.goto(`${origin}${setup.address}?viewMode=labelling-rules&query=${asked}`);
    const chosen = rules.getByRole("group", { name: "Labels of the rule" }).getByRole("button", { name: "Sport" });
    await chosen.click();
    const power = pause(30 + ((round * 97) % 600)).then(crash);

    // Works on as a user does, whatever state the server is in.
    const label = round % 2 === 0 ? "Sport" : "Politics";
    await choose(list, at(1), label);
    wanted.set(idAt(at(1)), { status: "Validated", label });
    const isSaved = rules.keyboard.press("Control+s");
    await choose(list, at(2), other(label));
    await choose(list, at(1), other(label));
    wanted.set(idAt(at(1)), { status: "Validated", label: other(label) });
    await row(list, at(2))
      .getByText(`Letter number ${at(2)}.`)
      .click();
    await list.keyboard.press("Backspace");
    wanted.set(idAt(at(2)), { status: "Discarded", label: other(label) });
    await choose(edits, at(1), label);
    await isSaved;
    await power;
    await restart();

    // No record waits to be saved. The other page's rule may not be saved yet.
    const rests = list.getByRole("button", { name: /^(All changes saved|Rule saved on this device only)$/ });
    await expect(rests).toBeVisible({ timeout: 60_000 });
    for (const [id, { status, label: last }] of wanted)
      expect(await setup.record(id)).toMatchObject({ status, annotation: { labels: [{ class: last }] } });
    for (const [id, acknowledged] of answered) {
      const steps = (await stepsOf(setup, server.port, id)).map(({ after }) => after);
      for (const { status, label: said } of acknowledged)
        expect(steps.some((step) => step.status === status && (said === null || step.annotation === said))).toBe(true);
      const twice = steps.filter((step, place) => {
        const next = steps[place + 1];
        return next !== undefined && step.status === next.status && step.annotation === next.annotation;
      });
      expect(twice).toEqual([]);
    }
    await expect(row(edits, at(1))).toContainText("Edited");
    if (round % 5 === 1) {
      edits.once("dialog", (dialog) => void dialog.accept());
      await edits.reload();
      await expect(row(edits, at(1))).toContainText("Edited");
    }
    // The rule is stored, or the page can still save it. Two saves make only one rule.
    const save = rules.getByRole("button", { name: /^Save rule/ });
    await expect(chosen).toHaveAttribute("aria-pressed", "true");
    const state = rules.getByRole("region", { name: "Rule", exact: true }).getByRole("status");
    if (!/^Saved/.test((await state.textContent()) ?? "")) await save.click();
    await expect(state).toHaveText(/^Saved/);
    const stored = await api.get<{ query: string; labels: string[] }[]>(
      `/api/datasets/${setup.dataset}/TextClassification/labeling/rules?workspace=${setup.workspace}`,
    );
    expect(stored.filter((rule) => rule.query === query)).toMatchObject([{ labels: ["Sport"] }]);
  }
});
