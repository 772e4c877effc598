import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { vi } from "vitest";
import { openPage, settle } from "../page/page.fixture.tsx";

/** The bulk view with a server in memory, and the mouse actions on it. */

type Server = Awaited<ReturnType<typeof openPage>>["server"];
type Item = { record_id: string; status: "submitted"; values: { [question: string]: { value: number } } | null };
type Faults = {
  /** the reasons of refusals by record */
  readonly refusals?: ReadonlyMap<string, string>;
  /** the statuses of the first calls; each of these calls fails as a whole */
  readonly failures?: readonly number[];
};

/** Simulates the server's bulk call. Returns the items of each call. */
export function stubBulk(server: Server, { refusals = new Map(), failures = [] }: Faults = {}): Item[][] {
  const reads = globalThis.fetch;
  const chunks: Item[][] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!address.endsWith("/me/responses/bulk")) return reads(address, init);
    const failure = failures[chunks.length];
    const { items }: { items: Item[] } = JSON.parse(String(init.body));
    chunks.push(items);
    if (failure !== undefined) return Response.json({ detail: "broken" }, { status: failure });
    return Response.json({ items: await Promise.all(items.map((item) => save(server, refusals, item))) });
  });
  return chunks;
}

async function save(server: Server, refusals: ReadonlyMap<string, string>, { record_id: id, status, values }: Item) {
  const detail = refusals.get(id);
  if (detail !== undefined) return { item: null, error: { detail } };
  await server.api.upsert([{ recordId: id, answer: { status, values }, seen: undefined }], {
    datasetId: "d1",
    shownFor: null,
  });
  const times = { inserted_at: "2026-11-21T12:00:00.000000", updated_at: "2026-11-21T12:00:00.000000" };
  return {
    item: { id: server.responses.get(id)?.id, record_id: id, user_id: "u1", status, values, ...times },
    error: null,
  };
}

/** Opens the list in place of the earlier page. */
export async function openList(count: number, query = "?page=1~10") {
  cleanup();
  const page = await openPage({ count, query });
  await screen.findByRole("grid", { name: "Records" });
  await settle();
  return page;
}

export const rows = () => within(screen.getByRole("grid", { name: "Records" })).getAllByRole("row");
export const selected = () => rows().filter((row) => row.getAttribute("aria-selected") === "true").length;
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
export const box = (number: number) => screen.getByRole("checkbox", { name: `Select record ${number}` });
export const click = async (element: HTMLElement, more: MouseEventInit = {}) => {
  fireEvent.click(element, more);
  await settle();
};
