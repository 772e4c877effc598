import "fake-indexeddb/auto";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../lib/api/query-client.ts";
import { closeSession, openSession } from "../lib/session/store.ts";
import { clearToasts, getToasts } from "../lib/toasts/store.ts";
import { createPageRouter } from "./router.tsx";

/** The webhooks at their address. */

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19);
const times = { inserted_at: at(600), updated_at: at(600) };
const USER = { id: "u1", first_name: "Mara", full_name: "Mara", username: "mara", role: "owner", api_key: "key" };
const GOOD = {
  ...{ id: "h1", url: "https://hooks.example.org/a", events: ["record.completed"], enabled: true, description: null },
  ...{ workspace: null, paused_at: null, waiting: 0, last: null, ...times },
};
const PAUSED = {
  ...{ ...GOOD, id: "h2", url: "https://train.example.org/", description: "Trains", enabled: false, paused_at: at(5) },
  ...{ workspace: { id: "w1", name: "archive" }, waiting: 100_000 },
  last: { event: "record.created", state: "waiting", tried_at: at(3) },
};
const delivery = (id: string, more: object) => ({
  ...{ id, event: "record.completed", at: at(9), tries: 1, tried_at: at(9), next_at: null, status: 204, answer: null },
  ...more,
});
const DELIVERIES = {
  waiting: [
    delivery("msg_1", { state: "waiting", tries: 2, status: 503, answer: "<b>Full</b>", next_at: at(-1) }),
    delivery("msg_2", { state: "waiting", tries: 0, status: null, tried_at: null }),
  ],
  ended: [delivery("msg_3", { state: "failed", status: null, answer: "No answer in time", tries: 30 })],
};

type Answer = () => Response | Promise<Response>;
let answers: { [call: string]: Answer | undefined };
let asked: string[];
let sent: { readonly call: string; readonly body: unknown }[];
beforeEach(() => {
  sent = [];
  asked = [];
  answers = {
    "GET /api/me": () => Response.json({ ...USER, ...times, workspaces: [] }),
    "GET /api/postil/v1/version": () => Response.json({ version: "1", wire: "1" }),
    "GET /api/workspaces": () => Response.json([]),
    "GET /api/postil/v1/webhooks": () => Response.json({ items: [GOOD, PAUSED] }),
    "GET /api/postil/v1/webhooks/h2/deliveries": () => Response.json(DELIVERIES),
  };
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const call = `${method} ${new URL(address, "http://postil.example").pathname}`;
    asked.push(call);
    if (method !== "GET") sent.push({ call, body: typeof body === "string" ? JSON.parse(body) : null });
    return answers[call]?.() ?? Response.json({ items: [] });
  });
  vi.stubGlobal("scrollTo", () => undefined);
});
afterEach(() => {
  closeSession("signed-out");
  queryClient.clear();
  clearToasts();
  vi.unstubAllGlobals();
});

async function visit() {
  openSession("token");
  const router = createPageRouter(createMemoryHistory({ initialEntries: ["/webhooks"] }));
  render(<RouterProvider router={router} />);
  await screen.findByRole("heading", { level: 1, name: "Webhooks" });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const messages = () => getToasts().map(({ type, message }) => `${type}: ${message}`);

test("WAT-07 what owners are told of their server is there when the page comes, so the list does not move", async () => {
  const backups = { elsewhere: false, last: null, failed: null, running: null, schedule: null };
  const warnings = [{ kind: "disk", free: 2e9, total: 40e9 }];
  const { promise, resolve } = Promise.withResolvers<Response>();
  answers["GET /api/postil/v1/server-state"] = () => promise;
  answers["GET /api/postil/v1/home"] = () => Response.json({ home: null, command: "postil" });
  const visited = visit();
  await waitFor(() => expect(asked).toContain("GET /api/postil/v1/server-state"));
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  resolve(Response.json({ backups, warnings }));
  await visited;
  expect(within(screen.getByRole("region", { name: "Server" })).getAllByRole("paragraph")).toHaveLength(2);
});

test("HOK-13 a line says where events go, of which datasets, and how it stands", async () => {
  await visit();
  const good = (await screen.findByText(GOOD.url)).closest("tr");
  expect(good?.textContent).toMatch(/1 event.*All workspaces.*On/);
  const paused = screen.getByText(PAUSED.url).closest("tr");
  expect(paused?.textContent).toMatch(/Trains.*archive.*Paused, too much waits, 100,000 waiting.*Not received/);
});

test("HOK-13 without webhooks the page says so", async () => {
  answers["GET /api/postil/v1/webhooks"] = () => Response.json({ items: [] });
  await visit();
  await screen.findByText("No program hears of what happens");
});

test("HOK-13 a list that cannot be loaded says so", async () => {
  answers["GET /api/postil/v1/webhooks"] = () => Response.json({ detail: "no" }, { status: 422 });
  await visit();
  await screen.findByText("The webhooks could not be loaded.");
});

test("HOK-13 a new webhook shows its secret once; a refusal stands in the form", async () => {
  const refusal = "The address `http://10.0.0.1/` is inside the server's own network.";
  answers["POST /api/v1/webhooks"] = () => Response.json({ detail: refusal }, { status: 422 });
  await visit();
  await press("New webhook");
  const dialog = await screen.findByRole("dialog", { name: "New webhook" });
  const make = within(dialog).getByRole("button", { name: "Make webhook" });
  fireEvent.change(within(dialog).getByLabelText("Address"), { target: { value: " http://10.0.0.1/ " } });
  expect(make).toHaveProperty("disabled", true);
  fireEvent.click(within(dialog).getByLabelText("record.completed"));
  fireEvent.click(within(dialog).getByLabelText("dataset.created"));
  fireEvent.click(make);
  await within(dialog).findByText(/is inside the server's own network/);
  const address = within(dialog).getByLabelText("Address");
  expect(address.getAttribute("aria-invalid")).toBe("true");
  const reason = document.getElementById(address.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("The address “http://10.0.0.1/” is inside the server's own network.");
  answers["POST /api/v1/webhooks"] = () => Response.json({ ...GOOD, secret: "c2VjcmV0" }, { status: 201 });
  fireEvent.change(within(dialog).getByLabelText("Address"), { target: { value: GOOD.url } });
  fireEvent.click(make);
  const shown = await screen.findByRole("alertdialog", { name: "The secret of the webhook" });
  expect(within(shown).getByLabelText("Secret").textContent).toBe("c2VjcmV0");
  const events = ["dataset.created", "record.completed"];
  expect(sent.at(-1)?.body).toEqual({ url: GOOD.url, events, description: null });
});

test("HOK-13 what is no address is said at its box after Enter or when the box is left", async () => {
  await visit();
  await press("New webhook");
  const address = within(await screen.findByRole("dialog", { name: "New webhook" })).getByLabelText("Address");
  const said = "An address begins with http:// or https://";
  fireEvent.change(address, { target: { value: "hooks.example.org" } });
  expect(screen.queryByText(said)).toBeNull();
  fireEvent.keyDown(address, { key: "Enter" });
  expect(document.getElementById(address.getAttribute("aria-describedby") ?? "")?.textContent).toBe(said);
  fireEvent.change(address, { target: { value: "https://hooks.example.org" } });
  expect(screen.queryByText(said)).toBeNull();
  fireEvent.blur(address);
  fireEvent.change(address, { target: { value: "ftp://hooks.example.org" } });
  expect(address.getAttribute("aria-invalid")).toBe("true");
});

test("HOK-13 one press turns a webhook on or pings it, and says so", async () => {
  await visit();
  await press(`Turn on ${PAUSED.url}`);
  await press(`Ping ${GOOD.url}`);
  await waitFor(() =>
    expect(messages()).toEqual([`success: ${PAUSED.url} is on`, `success: A ping is on its way to ${GOOD.url}`]),
  );
  expect(sent).toEqual([
    { call: "PATCH /api/v1/webhooks/h2", body: { enabled: true } },
    { call: "POST /api/v1/webhooks/h1/ping", body: null },
  ]);
});

test("HOK-13 the list is read again until a ping has ended, and then says that it failed", async () => {
  const list = (more: object) => () => Response.json({ items: [{ ...GOOD, ...more }] });
  await visit();
  await screen.findByText(GOOD.url);
  const before = { event: "record.created", state: "delivered", tried_at: at(0) };
  answers["GET /api/postil/v1/webhooks"] = list({ waiting: 1, last: before });
  await press(`Ping ${GOOD.url}`);
  const row = () => screen.getByText(GOOD.url).closest("tr")?.textContent;
  await waitFor(() => expect(row()).toMatch(/On, 1 waiting.*Last delivered/));
  await press(`Delete ${GOOD.url}`);
  const dialog = await screen.findByRole("dialog", { name: "Delete webhook" });
  expect(dialog.textContent).toContain("1 event is waiting and will not be sent.");
  answers["GET /api/postil/v1/webhooks"] = list({ last: { ...before, event: "ping", state: "failed" } });
  await waitFor(() => expect(row()).toMatch(/On.*Last one failed/));
  expect(dialog.textContent).not.toContain("waiting");
});

test("HOK-14 deliveries say what waits and what ended, and one press sends one again", async () => {
  await visit();
  await press(`Deliveries to ${PAUSED.url}`);
  const dialog = await screen.findByRole("dialog", { name: "Deliveries" });
  const waiting = await within(dialog).findByRole("region", { name: "Waiting" });
  expect(waiting.textContent).toMatch(/Not received yet, 2 tries, answer 503, next try at .*<b>Full<\/b>/);
  expect(waiting.textContent).toMatch(/after earlier events of its dataset/);
  const ended = within(dialog).getByRole("region", { name: "Ended" });
  expect(ended.textContent).toMatch(/Failed, 30 tries.*No answer in time/);
  fireEvent.click(within(ended).getByRole("button", { name: /^Send again record.completed/ }));
  await waitFor(() => expect(messages()).toEqual(["success: The event is on its way"]));
  expect(sent).toEqual([{ call: "POST /api/postil/v1/webhooks/h2/deliveries/msg_3/send", body: null }]);
});
