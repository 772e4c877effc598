import type { TextQuery } from "@postil/domain/search/record-criteria";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { loadMarkdown } from "../../../ui/markdown/markdown.tsx";
import { LiveRegion } from "../../../ui/screen-reader.tsx";
import { Matches, MatchSteps } from "../../../workbench/record/matches.tsx";
import { aField, aFeedbackRecord as aRecord } from "./record.fixture.ts";
import { RecordBody } from "./record-body.tsx";

/** jsdom lacks a browser's highlight registry and boxes. */
const highlights = new Map<string, Set<StaticRange>>();
beforeEach(() => {
  highlights.clear();
  vi.stubGlobal("Highlight", Set);
  vi.stubGlobal("CSS", { highlights });
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
});

const marked = () =>
  [...(highlights.get("postil-match") ?? [])].map(({ startContainer, startOffset, endOffset }) =>
    (startContainer.textContent ?? "").slice(startOffset, endOffset),
  );

const fields = [aField("title"), aField("body", { useMarkdown: true })];
const record = aRecord({ fields: { title: "Lost card", body: "The card is **lost**, my only `card`." } });

function page(text: TextQuery | null, shown = record) {
  return (
    <Matches text={text}>
      <MatchSteps />
      <RecordBody record={shown} fields={fields} properties={[]} />
      <LiveRegion />
    </Matches>
  );
}
const here = (count: number) => screen.findByText(`${count} here`);

test("FFI-13 every field is marked and counted, again when the search changes, and not at all without one", async () => {
  const { rerender } = render(page({ q: "card", field: null }));
  await here(3);
  expect(marked()).toEqual(["card", "card", "card"]);
  rerender(page({ q: "lost -found", field: null }));
  await here(2);
  expect(marked()).toEqual(["Lost", "lost"]);
  rerender(page(null));
  await waitFor(() => expect(marked()).toEqual([]));
  expect(screen.queryByText(/here/)).toBeNull();
});

test("FFI-27 a search in one field marks that field alone", async () => {
  render(page({ q: "card", field: "title" }));
  await here(1);
  expect(marked()).toEqual(["card"]);
});

test("FFI-13 marks follow the record, its source and the renderer that comes late", async () => {
  const { rerender } = render(page({ q: "card*", field: null }));
  await act(loadMarkdown);
  await here(3);
  fireEvent.click(screen.getByRole("button", { name: "Show the source of body" }));
  await waitFor(() =>
    expect([...(highlights.get("postil-match") ?? [])].every(({ startContainer }) => startContainer.isConnected)).toBe(
      true,
    ),
  );
  expect(marked()).toEqual(["card", "card", "card"]);
  rerender(
    page({ q: "card*", field: null }, aRecord({ id: "r2", fields: { title: "Cards and cards, a cardigan, no scar" } })),
  );
  await here(3);
  expect(marked()).toEqual(["Cards", "cards", "cardigan"]);
  rerender(page({ q: "card*", field: null }, aRecord({ id: "r3", fields: { title: "None" } })));
  await here(0);
  expect(marked()).toEqual([]);
});

test("FFI-13 the arrows go from match to match and round, are announced, and leave the focus where it is", async () => {
  render(page({ q: "card", field: null }));
  await here(3);
  const next = screen.getByRole("button", { name: "Next match" });
  next.focus();
  const said = async (text: string) => expect((await screen.findByText(text)).closest("[role=status]")).not.toBeNull();
  fireEvent.click(next);
  await said("1 of 3");
  expect(document.activeElement).toBe(next);
  fireEvent.click(next);
  await said("2 of 3");
  fireEvent.click(screen.getByRole("button", { name: "Previous match" }));
  fireEvent.click(screen.getByRole("button", { name: "Previous match" }));
  await said("3 of 3");
});

test("FFI-13 where nothing is found the count says so and the arrows rest", async () => {
  render(page({ q: "swift", field: null }));
  await here(0);
  const next = screen.getByRole("button", { name: "Next match" });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(next);
  expect(screen.queryByText(/of 0/)).toBeNull();
});

test("a browser without custom highlights counts and goes from match to match", async () => {
  vi.stubGlobal("Highlight", undefined);
  render(page({ q: "card", field: null }));
  await here(3);
  fireEvent.click(screen.getByRole("button", { name: "Next match" }));
  await screen.findByText("1 of 3");
});
