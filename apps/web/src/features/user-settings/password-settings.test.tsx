import { PASSWORD } from "@postil/domain/datasets/names";
import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/user-settings.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { PasswordSettings } from "./password-settings.tsx";

let password: { readonly set: boolean; readonly provider: string | null };
let others: number;
let change: () => Response;
let sent: string[];

beforeEach(() => {
  password = { set: true, provider: null };
  others = 1;
  change = () => new Response(null, { status: 204 });
  sent = [];
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "PUT") {
      sent.push(String(body));
      return change();
    }
    if (method === "DELETE") return Response.json({ count: others });
    if (address.endsWith("/providers")) return Response.json({ items: [{ name: "github", title: "GitHub" }] });
    return Response.json(address.endsWith("/password") ? password : { count: others });
  });
});
afterEach(() => vi.unstubAllGlobals());

const mara: SessionUser = {
  id: "u1",
  firstName: "Mara",
  lastName: "Lind",
  username: "mara.lind",
  role: "annotator",
  apiKey: "",
  insertedAt: 0,
  updatedAt: 0,
  workspaces: [],
};

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PasswordSettings user={mara} />
    </QueryClientProvider>,
  );
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Change password" });

test("AUT-14 the button rests until both are typed and the new one is long enough; then it is said to be changed", async () => {
  show();
  expect(button().disabled).toBe(true);
  type("Password now", "old password");
  type("New password", "short");
  expect(button().disabled).toBe(true);
  type("New password", "another one");
  fireEvent.click(button());
  expect(await screen.findByText("The password was changed. Other sessions ended.")).toBeDefined();
  expect(sent).toEqual([JSON.stringify({ current: "old password", password: "another one" })]);
  expect(screen.getByLabelText<HTMLInputElement>("Password now").value).toBe("");
});

test("AUT-14 a new password is measured in characters, as the server does, and one that is too long says by how much", () => {
  show();
  type("Password now", "old password");
  const longest = `🔑 of gold${"😀".repeat(PASSWORD.max - 9)}`;
  type("New password", "😀".repeat(PASSWORD.min - 1));
  expect(button().disabled).toBe(true);
  type("New password", longest);
  expect(button().disabled).toBe(false);
  type("New password", `${longest}ab`);
  expect(button().disabled).toBe(true);
  expect(screen.getByText("2 characters too many")).toBeDefined();
});

test("COM-14 a common password and the own name are told while they are typed, and rest the button", () => {
  show();
  type("Password now", "old password");
  for (const [bad, told] of [
    ["Password1!", /most common passwords/],
    ["m4ra.l1nd", /name of the person/],
  ] as const) {
    type("New password", bad);
    expect(screen.getByText(told)).toBeDefined();
    expect(button().disabled).toBe(true);
  }
  type("New password", "12 angry men");
  expect(button().disabled).toBe(false);
});

test("COM-01 where passwords are not accepted there is no form for one", () => {
  const meta = document.head.appendChild(document.createElement("meta"));
  meta.name = "sign-in";
  meta.content = "provider";
  show();
  meta.remove();
  expect(screen.getByText(/no password to change/)).toBeDefined();
  expect(screen.queryByLabelText("New password")).toBeNull();
});

test("AUT-14 a wrong present password is said at its field, and nothing typed is lost", async () => {
  change = () => Response.json({ detail: "The password now is another one" }, { status: 422 });
  show();
  type("Password now", "wrong");
  type("New password", "another one");
  fireEvent.click(button());
  expect((await screen.findByRole("alert")).textContent).toContain("The password now is another one");
  expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("another one");
});

test("AUT-14 who came through a provider is told that there is no password", async () => {
  password = { set: false, provider: "github" };
  show();
  expect(await screen.findByText("You sign in with GitHub; this account has no password of its own.")).toBeDefined();
  expect(screen.queryByLabelText("New password")).toBeNull();
});

test("AUT-14 who has no password and comes by no provider chooses one without an old one", async () => {
  password = { set: false, provider: null };
  show();
  expect(await screen.findByText(/This account has no password yet/)).toBeDefined();
  expect(screen.queryByLabelText("Password now")).toBeNull();
  type("New password", "my first one");
  fireEvent.click(screen.getByRole("button", { name: "Choose password" }));
  expect(await screen.findByText("You have a password now. Other sessions ended.")).toBeDefined();
  expect(sent).toEqual([JSON.stringify({ password: "my first one" })]);
});

test("AUT-14 sessions are a number with one button, which ends the others", async () => {
  show();
  expect(await screen.findByText("2 sessions are open, this one among them")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "End the other" }));
  expect(await screen.findByText("This session is the only one")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^End/ })).toBeNull();
});

test("AUT-14 sessions that begin elsewhere are counted when one comes back to the window", async () => {
  others = 0;
  show();
  expect(await screen.findByText("This session is the only one")).toBeDefined();
  others = 2;
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  expect(await screen.findByText("3 sessions are open, this one among them")).toBeDefined();
  expect(screen.getByRole("button", { name: "End the others" })).toBeDefined();
  focusManager.setFocused(undefined);
});
