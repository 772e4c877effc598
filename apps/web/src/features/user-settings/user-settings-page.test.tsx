import type { User, Workspace } from "@postil/domain/accounts/users";
import { DEFAULT_PREFERENCES } from "@postil/domain/preferences/definitions";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { journalOf } from "../../lib/drafts/draft.ts";
import { createDraftService } from "../../lib/drafts/draft-service.ts";
import { DraftsContext } from "../../lib/drafts/use-drafts.ts";
import { forgetRule, keepForms, keepRule } from "../../lib/kept-work/typed-work.ts";
import { createBrowser, createServer, NO_TABS } from "../../lib/outbox/browser.fixture.ts";
import { OutboxContext } from "../../lib/outbox/use-outbox.ts";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { UserSettingsPage } from "./user-settings-page.tsx";

const user: User = {
  id: "u1",
  username: "mara.lind",
  firstName: "Mara",
  lastName: null,
  role: "annotator",
  apiKey: "secret-key-1234",
  insertedAt: 0,
  updatedAt: 0,
};
const workspaces: Workspace[] = [{ id: "w1", name: "field-guide", insertedAt: 0, updatedAt: 0 }];

function show(change: Partial<Parameters<typeof UserSettingsPage>[0]> = {}) {
  const browser = createBrowser(createServer().api);
  const outbox = browser.openTab();
  const parts = { userId: "u1", kept: browser.kept, journal: journalOf("u1"), tabs: NO_TABS };
  const drafts = createDraftService({ ...parts, now: Date.now, after: () => undefined });
  render(
    <OutboxContext value={outbox}>
      <DraftsContext value={drafts}>
        <UserSettingsPage
          header={null}
          contents={null}
          user={user}
          workspaces={workspaces}
          onRetry={null}
          workspaceLink={(name) => <a href={`/datasets?workspaces=${name}`}>{name}</a>}
          {...change}
        />
      </DraftsContext>
    </OutboxContext>,
  );
  return { drafts };
}

beforeEach(async () => {
  // Applies the preferences to <html>, as the page does at its start.
  await import("../../lib/theme.ts");
});
afterEach(() => {
  act(() => {
    for (const name of ["theme", "recordFontSize", "submitOnChoice", "entityNames", "motion"] as const)
      setPreference(name, DEFAULT_PREFERENCES[name]);
  });
});

test("AUT-32 the page shows username, role and workspaces, each workspace leading to its datasets", () => {
  show();
  expect(screen.getByRole("heading", { level: 1, name: "User settings" })).toBeDefined();
  expect(screen.getByText("mara.lind")).toBeDefined();
  expect(screen.getByText("annotator")).toBeDefined();
  expect(screen.getByRole("link", { name: "field-guide" }).getAttribute("href")).toBe(
    "/datasets?workspaces=field-guide",
  );
  expect(screen.getByText("Last name").nextElementSibling?.textContent).toBe("-");
});

test("AUT-32 without a workspace the page says whom to ask", () => {
  show({ workspaces: [] });
  expect(screen.getByText("None yet. Ask an owner to add you to one.")).toBeDefined();
});

test("AUT-32 that the workspaces could not be loaded is said in their place, with a way to try again", () => {
  const onRetry = vi.fn();
  show({ workspaces: null, onRetry });
  expect(screen.getByRole("alert").textContent).toContain("They could not be loaded.");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test("AUT-32 FRS-16 preferences apply at once and are remembered", () => {
  show();
  const themes = within(screen.getByRole("group", { name: "Theme" }));
  fireEvent.click(themes.getByRole("button", { name: "Dark" }));
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(themes.getByRole("button", { name: "Dark" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.change(screen.getByRole("slider", { name: "Record size" }), { target: { value: "20" } });
  expect(document.documentElement.style.getPropertyValue("--record-size")).toBe("20px");
  fireEvent.change(screen.getByRole("slider", { name: "Rest before an answer" }), { target: { value: "500" } });
  expect(screen.getByText("500 ms")).toBeDefined();
  fireEvent.click(screen.getByRole("switch", { name: "Submit on choice" }));
  expect(getPreferences().submitOnChoice).toBe(false);
  fireEvent.click(screen.getByRole("switch", { name: "Less motion" }));
  expect(document.documentElement.dataset.motion).toBe("reduce");
  fireEvent.click(screen.getByRole("switch", { name: "Less motion" }));
  expect(getPreferences().motion).toBe("system");
  fireEvent.click(screen.getByRole("switch", { name: "Names under marked words" }));
  expect(getPreferences().entityNames).toBe(false);
  expect(JSON.parse(localStorage.getItem("postil:preferences") ?? "")).toMatchObject({
    theme: "dark",
    recordFontSize: 20,
    seenAfter: 500,
    submitOnChoice: false,
  });
});

test("AUT-32 the title's line counts what is not saved of the work on this device", async () => {
  const { drafts } = show();
  expect(await screen.findByText("All changes saved")).toBeDefined();
  act(() => drafts.change("d1", "r1", { comment: { value: "words", untouched: [] } }));
  expect(await screen.findByText("1 not saved, below")).toBeDefined();
  expect(screen.queryByText("All changes saved")).toBeNull();
});

test("AUT-32 RUL-15 FSE-07 nor are half-typed settings, and a rule that is being written, called saved", async () => {
  const rule = { query: "lamp*", labels: ["Lighting"], description: "" };
  show();
  expect(await screen.findByText("All changes saved")).toBeDefined();
  act(() => keepForms("u1", "d1", { typed: "Half a la" }));
  expect(screen.getByText("1 not saved, below")).toBeDefined();
  act(() => keepRule("u1", "city/letters", rule));
  expect(screen.getByText("2 not saved, below")).toBeDefined();
  act(() => keepRule("u1", "city/letters", { ...rule, query: "bin" }));
  expect(screen.getByText("3 not saved, below")).toBeDefined();
  act(() => {
    keepForms("u1", "d1", null);
    forgetRule("u1", "city/letters");
  });
  expect(screen.getByText("All changes saved")).toBeDefined();
});
