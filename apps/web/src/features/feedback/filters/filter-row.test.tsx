import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderControls } from "../queue/controls.fixture.tsx";
import FilterRow from "./filter-row.tsx";
import { newDatasetId, stubServer } from "./filters.fixture.tsx";

function open(options: Parameters<typeof renderControls>[1] = {}) {
  const datasetId = newDatasetId();
  return renderControls((controls) => <FilterRow datasetId={datasetId} controls={controls} />, options);
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const group = async (name: "Metadata" | "Responses" | "Suggestions") => {
  await waitFor(async () => expect(await button(name)).not.toHaveProperty("disabled", true));
  await press(name);
  return screen.findByRole("dialog");
};
const close = () => act(async () => void fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" }));

test("FFI-07 FEN-20 terms are ticked from a list with counts; they apply when the popover closes, and stand as a badge", async () => {
  stubServer();
  const { criteria } = open();
  await group("Metadata");
  await press("Source");
  const radio = await screen.findByRole("checkbox", { name: /radio/ });
  expect(radio.closest("label")?.textContent).toBe("radio7");
  fireEvent.click(radio);
  fireEvent.click(screen.getByRole("checkbox", { name: /letters page/ }));
  expect(criteria().filters).toEqual([]);
  await close();
  expect(criteria().filters).toEqual([
    {
      scope: { entity: "metadata", property: "source" },
      condition: { type: "terms", values: ["radio", "letters page"], match: "any" },
    },
  ]);
  await press("Remove Source: radio, letters page");
  expect(criteria().filters).toEqual([]);
});

test("FFI-19 FEN-21 a property without values cannot be chosen, and says why", async () => {
  stubServer();
  open();
  const dialog = await group("Metadata");
  const editor = await within(dialog).findByRole("button", { name: /Editor.*no values/ });
  expect(editor).toHaveProperty("disabled", true);
});

test("FEN-19 numbers have a slider and two boxes between the lowest and the highest; a box brings its number in", async () => {
  stubServer();
  const { criteria } = open();
  await group("Metadata");
  await press("Words");
  const low = await screen.findByRole<HTMLInputElement>("textbox", { name: "Words, lowest" });
  const thumb = screen.getByRole<HTMLInputElement>("slider", { name: /Words, highest/ });
  expect([low.value, thumb.min, thumb.max, thumb.step]).toEqual(["10", "10", "400", "1"]);
  fireEvent.change(low, { target: { value: "120" } });
  const high = screen.getByRole<HTMLInputElement>("textbox", { name: "Words, highest" });
  fireEvent.change(high, { target: { value: "9000" } });
  fireEvent.blur(high);
  expect(high.value).toBe("400");
  await close();
  expect(criteria().filters[0]?.condition).toEqual({ type: "range", ge: 120, le: 400 });
  await button("Change Words: 120 to 400");
});

test("FFI-08 FFI-18 several labels of one's own answer count as any or as all", async () => {
  stubServer();
  const { criteria } = open();
  const dialog = await group("Responses");
  expect(within(dialog).queryByText("Why?")).toBeNull();
  await press("Which topics?");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Flight" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Sleep" }));
  await press("All of them");
  await close();
  expect(criteria().filters).toEqual([
    {
      scope: { entity: "response", question: "topics", property: null },
      condition: { type: "terms", values: ["Flight", "Sleep"], match: "all" },
    },
  ]);
});

test("FFI-17 a rating is a range over its values", async () => {
  stubServer();
  const { criteria } = open();
  await group("Responses");
  await press("How clear?");
  fireEvent.change(await screen.findByRole("textbox", { name: "How clear?, lowest" }), { target: { value: "4" } });
  await close();
  expect(criteria().filters[0]?.condition).toEqual({ type: "range", ge: 4, le: 5 });
});

test("FFI-09 FFI-15 FFI-20 suggestions are filtered by value, by score in percent and by agent", async () => {
  stubServer();
  const { criteria } = open();
  await group("Suggestions");
  await press("Does it answer?");
  fireEvent.click(await screen.findByRole("checkbox", { name: "In part" }));
  fireEvent.click(screen.getByRole("tab", { name: "Score" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /lowest/ }), { target: { value: "60" } });
  fireEvent.click(screen.getByRole("tab", { name: "Agent" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "critic-2" }));
  await close();
  expect(criteria().filters.map(({ scope, condition }) => [scope, condition])).toEqual([
    [
      { entity: "suggestion", question: "verdict", property: "value" },
      { type: "terms", values: ["In part"], match: "any" },
    ],
    [
      { entity: "suggestion", question: "verdict", property: "score" },
      { type: "range", ge: 0.6, le: 1 },
    ],
    [
      { entity: "suggestion", question: "verdict", property: "agent" },
      { type: "terms", values: ["critic-2"], match: "any" },
    ],
  ]);
  await button("Change Does it answer? · score 60–100 %");
});

test("design/filters.md a press on a badge opens what it stands for", async () => {
  stubServer();
  const scope = { entity: "suggestion", question: "verdict", property: "score" } as const;
  open({ criteria: { filters: [{ scope, condition: { type: "range", ge: 0.6, le: 1 } }] } });
  await press("Change Does it answer? · score 60–100 %");
  expect(await screen.findByRole("tab", { name: "Score", selected: true })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /lowest/ }).value).toBe("60");
});

test("FFI-15 GET_AGENTS agents that could not be loaded can be asked for again", async () => {
  const path = "/api/v1/datasets/d1/records/search/suggestions/options";
  stubServer({ [path]: "failed" });
  open();
  await group("Suggestions");
  await press("Does it answer?");
  fireEvent.click(screen.getByRole("tab", { name: "Agent" }));
  await screen.findByText("Could not be loaded.");
  stubServer();
  await press("Retry");
  expect(await screen.findByRole("checkbox", { name: "critic-1" })).toBeDefined();
});

test("design/states.md what could not be loaded rests, with Retry in its menu; what is on its way stands and waits", async () => {
  stubServer({ "/api/v1/me/datasets/d1/metadata-properties": "failed", "/api/v1/datasets/d1/questions": "never" });
  open();
  expect(await button("Responses")).toHaveProperty("disabled", true);
  await waitFor(async () => expect((await button("Metadata")).getAttribute("aria-disabled")).toBe("true"));
  stubServer();
  await press("Metadata");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Retry" }));
  await waitFor(async () => expect((await button("Metadata")).getAttribute("aria-disabled")).toBeNull());
});
