import type { User, Workspace } from "@postil/domain/accounts/users";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_PREFERENCES } from "../../lib/preferences/definitions.ts";
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
  return render(
    <UserSettingsPage
      header={null}
      user={user}
      workspaces={workspaces}
      workspaceLink={(name) => <a href={`/datasets?workspaces=${name}`}>{name}</a>}
      {...change}
    />,
  );
}

beforeEach(async () => {
  // Applies the preferences to <html>, as the page does at its start.
  await import("../../lib/theme/apply.ts");
});
afterEach(() => {
  act(() => {
    for (const name of ["theme", "recordFontSize", "submitOnChoice"] as const)
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

test("AUT-32 the API key is masked, can be shown, and is copied without being shown", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  show();
  expect(screen.queryByText("secret-key-1234")).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy API key" })));
  expect(writeText).toHaveBeenCalledWith("secret-key-1234");
  expect(screen.queryByText("secret-key-1234")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show the key" }));
  expect(screen.getByText("secret-key-1234")).toBeDefined();
  vi.unstubAllGlobals();
});

test("AUT-32 without an API key nothing of one is shown", () => {
  show({ user: { ...user, apiKey: "" } });
  expect(screen.queryByText("API key")).toBeNull();
});

test("AUT-32 preferences apply at once and are remembered", () => {
  show();
  const themes = within(screen.getByRole("group", { name: "Theme" }));
  fireEvent.click(themes.getByRole("button", { name: "Dark" }));
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(themes.getByRole("button", { name: "Dark" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.change(screen.getByRole("slider", { name: "Record size" }), { target: { value: "20" } });
  expect(document.documentElement.style.getPropertyValue("--record-size")).toBe("20px");
  fireEvent.click(screen.getByRole("switch", { name: "Submit on choice" }));
  expect(getPreferences().submitOnChoice).toBe(false);
  expect(JSON.parse(localStorage.getItem("postil:preferences") ?? "")).toMatchObject({
    theme: "dark",
    recordFontSize: 20,
    submitOnChoice: false,
  });
});
