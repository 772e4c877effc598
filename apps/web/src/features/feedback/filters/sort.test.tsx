import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SortButton } from "../bar/bar-parts.tsx";
import { renderControls } from "../queue/controls.fixture.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { newDatasetId, stubServer } from "./filters.fixture.tsx";

function Button({ datasetId, controls }: { datasetId: string; controls: CriteriaControls }) {
  return <SortButton datasetId={datasetId} controls={controls} />;
}
const BY_WORDS = { scope: { entity: "metadata", property: "words" }, order: "desc" } as const;
const BY_AGE = { scope: { entity: "record", property: "inserted_at" }, order: "asc" } as const;

function open(options: Parameters<typeof renderControls>[1] = {}) {
  stubServer();
  const datasetId = newDatasetId();
  return renderControls((controls) => <Button datasetId={datasetId} controls={controls} />, options);
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const key = (name: string, on: Element | null = document.activeElement) =>
  act(async () => void fireEvent.keyDown(on ?? document.body, { key: name }));
const fields = () =>
  within(screen.getByRole("list", { name: "Sort order" }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

test("FFI-10 FFI-11 fields are chosen by category, begin ascending and can be turned around, replaced and taken away", async () => {
  const { criteria } = open();
  await press("Sort");
  await press("Add a field");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /Editor.*no values/ })).toHaveProperty("disabled", true),
  );
  await press("Words");
  await press("Metadata, Words: ascending. Reverse");
  await press("Add another field");
  expect(screen.queryByRole("button", { name: "Words" })).toBeNull();
  await press(/Does it answer\?.*score/);
  await press("Suggestion score, Does it answer?. Choose another field");
  await press(/How clear\?.*value/);
  expect(fields()).toEqual(["Metadata, Words", "Suggested value, How clear?"]);
  await waitFor(() =>
    expect(criteria().sort).toEqual([
      BY_WORDS,
      { scope: { entity: "suggestion", question: "clarity", property: "value" }, order: "asc" },
    ]),
  );
  await press("Remove Metadata, Words");
  await waitFor(() => expect(criteria().sort).toHaveLength(1));
});

test("design/filters.md#sort the order applies by itself after 300 ms, and Escape brings back what was set before", async () => {
  const { criteria } = open({ criteria: { sort: [BY_AGE] } });
  await press("Sort 1 field");
  await press("Added: ascending. Reverse");
  await waitFor(() => expect(criteria().sort).toEqual([{ ...BY_AGE, order: "desc" }]));
  await press("Remove Added");
  await waitFor(() => expect(criteria().sort).toEqual([]));
  await key("Escape", screen.getByRole("button", { name: "Add a field" }));
  expect(criteria().sort).toEqual([BY_AGE]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("design/filters.md#sort a change not yet applied is forgotten by Escape, applied by closing", async () => {
  const { criteria, change } = open({ criteria: { sort: [BY_AGE] } });
  await press("Sort 1 field");
  await press("Added: ascending. Reverse");
  await key("Escape", screen.getByRole("button", { name: /^Added: descending/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(change).not.toHaveBeenCalled();
  await press("Sort 1 field");
  await press("Added: ascending. Reverse");
  fireEvent.click(screen.getByRole("button", { name: "Sort 1 field", hidden: true }));
  expect(criteria().sort).toEqual([{ ...BY_AGE, order: "desc" }]);
});

test("FFI-11 a field is moved by its grip with the keyboard: Space, arrows, Space", async () => {
  const { criteria } = open({ criteria: { sort: [BY_AGE, BY_WORDS] } });
  await press("Sort 2 fields");
  const grip = await screen.findByRole("button", { name: "Move Metadata, Words" });
  grip.focus();
  await key(" ");
  await key("ArrowUp");
  await key(" ");
  expect(fields()).toEqual(["Metadata, Words", "Added"]);
  await waitFor(() => expect(criteria().sort).toEqual([BY_WORDS, BY_AGE]));
});

test("FFI-26 while similarity is on the button rests and says so", async () => {
  const similarity = { recordId: "r1", vector: "v", order: "most", limit: 50 } as const;
  const { criteria } = open({ criteria: { similarity, sort: [BY_AGE] } });
  const button = screen.getByRole("button", { name: "Sort" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  vi.useFakeTimers();
  fireEvent.pointerEnter(button);
  act(() => vi.advanceTimersByTime(200));
  vi.useRealTimers();
  expect(screen.getByRole("tooltip").textContent).toBe("Sorting is off while similarity is on");
  expect(criteria().sort).toEqual([BY_AGE]);
});
