import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../../lib/i18n/en/bulk-view.ts";
import { box, button, click, openList, stubBulk } from "../bulk/bulk.fixture.tsx";
import { createKeeper } from "./keeper.fixture.tsx";
import { idOf, openPage, press, settle, shownText } from "./page.fixture.tsx";

afterEach(() => void vi.unstubAllGlobals());

/** Lets `answer` reply first. Null: the server of the page replies. */
function intercept(answer: (address: string, init: RequestInit) => Response | Promise<Response> | null): void {
  const { fetch } = globalThis;
  vi.stubGlobal(
    "fetch",
    async (address: string, init: RequestInit = {}) => answer(address, init) ?? fetch(address, init),
  );
}

test("FFI-25 the bar shows the filters of the dataset, and what they ask for reaches the reads", async () => {
  const { history } = await openPage();
  const searched: unknown[] = [];
  intercept((address, { body }) => {
    if (address.includes("/records/search")) searched.push(JSON.parse(String(body)));
    return null;
  });
  fireEvent.click(button("Filters"));
  fireEvent.click(await screen.findByRole("button", { name: "Responses" }));
  fireEvent.click(await screen.findByRole("button", { name: "Stars" }));
  fireEvent.change(await screen.findByRole("textbox", { name: "Stars, lowest" }), { target: { value: "4" } });
  await act(async () => void fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" }));
  await settle();
  expect(searched).toHaveLength(1);
  expect(JSON.stringify(searched[0])).toContain('"stars"');
  expect(history.location.search).toBe("?page=1&response=stars.ge4.le5");
});

test("FRS-13 design/record.md on the page the record on screen is flagged by its key, and its menu shows its history", async () => {
  const { fetch } = globalThis;
  const keeper = createKeeper();
  const keep = globalThis.fetch;
  vi.stubGlobal("fetch", fetch);
  await openPage();
  const written = { question_name: "stars", question_title: "Stars", written: false, before: null, after: "5 of 5" };
  const change = {
    id: 1,
    at: "2026-11-21T12:00:00",
    actor: null,
    author: null,
    shown_ms: null,
    status_before: null,
  };
  intercept((address, init) => {
    if (address.includes("/history"))
      return Response.json({ items: [{ ...change, status_after: "submitted", answers: [written] }], more: false });
    return /\/(flags?|views)(\?|$)/.test(address) ? keep(address, init) : null;
  });
  await press("l");
  await waitFor(() => expect(keeper.asked("PUT")).toEqual([`/api/postil/v1/me/records/${idOf(1)}/flag`]));
  fireEvent.click(button("More about this record"));
  fireEvent.click(await screen.findByRole("menuitem", { name: "History" }));
  expect(await screen.findByText("5 of 5")).toBeDefined();
  expect(shownText()).toBe("Letter 1");
});

test("FBU-11 each selected record is answered by its own suggestion; one without is left pending", async () => {
  const { server } = await openList(3);
  stubBulk(server);
  const suggestion = { id: "s1", question_id: "q1", type: "model", value: 2, agent: null, score: null };
  const times = { inserted_at: "2026-11-21T12:00:00", updated_at: "2026-11-21T12:00:00" };
  const { fetch } = globalThis;
  intercept(async (address, init) => {
    const reply = await fetch(address, init);
    if (!/\/me\/datasets\/d1\/records\?/.test(address)) return reply;
    const { items, total } = await reply.json();
    const suggested = items.map((item: { id: string }) =>
      item.id === idOf(2) ? { ...item, suggestions: [{ ...suggestion, ...times }] } : item,
    );
    return Response.json({ items: suggested, total });
  });
  fireEvent.click(button("Refresh the queue"));
  await settle();
  await click(box(2));
  await click(box(3));
  await click(button("Accept suggestions"));
  expect(server.responses.get(idOf(2))).toMatchObject({ status: "submitted", values: { stars: { value: 2 } } });
  expect(server.statusOf(idOf(3))).toBe("pending");
});
