import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../../../lib/session/store.ts";
import { clearToasts } from "../../../lib/toasts/store.ts";
import { WebhooksPage } from "./webhooks-page.tsx";

afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.unstubAllGlobals();
});

const at = "2026-01-01T00:00:00";
const webhook = {
  ...{ id: "w1", url: "https://example.org/events", events: ["dataset.updated"], enabled: true, description: null },
  ...{ workspace: null, paused_at: null, waiting: 0, last: null, inserted_at: at, updated_at: at },
};
const delivery = (id: string, state: "delivered" | "waiting") => ({
  ...{ id, event: id === "first" ? "dataset.updated" : "dataset.published", at, state, tries: 1, tried_at: at },
  ...{ next_at: null, status: 202, answer: null },
});

test("HOK-14 an event that is sent again keeps the focus, without a moment in which nothing has it", async () => {
  let isWaiting = false;
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit = {}) => {
    if (method === "POST") isWaiting = true;
    if (!path.endsWith("/deliveries")) return Response.json({ items: [webhook] });
    const [first, second] = [delivery("first", "delivered"), delivery("second", isWaiting ? "waiting" : "delivered")];
    return Response.json(isWaiting ? { waiting: [second], ended: [first] } : { waiting: [], ended: [first, second] });
  });
  openSession("token");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WebhooksPage {...{ role: "owner" }} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Deliveries to/ }));
  const again = await screen.findByRole("button", { name: /^Send again dataset.published/ });
  again.focus();
  const heldFocus: boolean[] = [];
  const seen = new MutationObserver(() => heldFocus.push(document.activeElement !== document.body));
  seen.observe(document.body, { childList: true, subtree: true });
  fireEvent.click(again);
  const moved = await screen.findByRole("button", { name: /^Try now dataset.published/ });
  expect(document.activeElement).toBe(moved);
  seen.disconnect();
  expect(heldFocus).not.toContain(false);
});
