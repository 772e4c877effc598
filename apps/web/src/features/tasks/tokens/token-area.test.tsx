import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { Armed, AtWordsBox, TagMore } from "./token-classification.tsx";
import { chooser, entityIn, openTokens, typeKeys } from "./tokens.fixture.tsx";

beforeAll(AtWordsBox.preload);
beforeAll(TagMore.preload);
beforeAll(Armed.preload);
afterEach(() => {
  cleanup();
  document.getSelection()?.removeAllRanges();
  vi.restoreAllMocks();
});

const TEXT = "Ada Byron met Ada in Paris";
const said = (...words: readonly (readonly [string, string])[]) => ({
  annotation: { agent: "mara", entities: words.map(([word, label]) => entityIn(TEXT, word, label)) },
});
const predicted = (...words: readonly (readonly [string, string, number])[]) => ({
  prediction: { agent: "model", entities: words.map(([word, label, score]) => entityIn(TEXT, word, label, score)) },
});
const spans = (opened: ReturnType<typeof openTokens>, index = 0) =>
  opened.record(index)?.answer.entities.map(({ start, end, label }) => `${start} ${end} ${label}`);
const options = () => within(chooser() ?? document.body).getAllByRole("option");
const names = () => options().map(({ title }) => title);
const first = () => within(chooser() ?? document.body).getByRole("option", { name: /first choice/ });

/** moves from the second word to the last one */
const LAST_WORD = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"];

describe("TAN-09 by keyboard", () => {
  test("two entities of a sentence take no more than four strokes once their words are selected", () => {
    const opened = openTokens();
    typeKeys("w", "Shift+ArrowRight");
    let strokes = typeKeys("1");
    typeKeys(...LAST_WORD);
    strokes += typeKeys("2");
    expect(spans(opened)).toEqual(["0 9 Person", "21 26 Place"]);
    expect(strokes).toBeLessThanOrEqual(4);
    expect(opened.record()).toMatchObject({ status: "Edited", originStatus: "Default" });
  });

  test("an entity that is longer than a record can be given says so in the bar, and is not tried", () => {
    const long = "x".repeat(129);
    const opened = openTokens({}, { labels: ["Person", long] });
    expect(screen.getByTitle("A record’s label has at most 128 characters").dataset.entity).toBe(long);
    typeKeys("w", "Shift+ArrowRight", "2");
    expect(spans(opened)).toEqual([]);
    expect(chooser()).toBeNull();
    expect(getToasts().map(({ message }) => message)).toEqual([expect.stringContaining("at most 128 characters")]);
    clearToasts();
  });

  test("by the chooser four strokes do: Enter opens it, Space takes what is predicted", () => {
    const opened = openTokens(predicted(["Ada Byron", "Person", 0.9], ["Paris", "Place", 0.7]));
    typeKeys("w", "Shift+ArrowRight");
    let strokes = typeKeys("Enter");
    expect(first().title).toBe("Person");
    strokes += typeKeys("Space");
    expect(chooser()).toBeNull();
    typeKeys(...LAST_WORD);
    strokes += typeKeys("Enter", "Space");
    expect(spans(opened)).toEqual(["0 9 Person", "21 26 Place"]);
    expect(strokes).toBe(4);
  });

  test("TEN-06 the first choice is the entity taken last, then all stand in the order of the bar, which is that of their keys", () => {
    const opened = openTokens();
    typeKeys("w", "3");
    expect(spans(opened)).toEqual(["0 3 Vessel"]);
    typeKeys("ArrowRight", "Enter");
    expect(names()).toEqual(["Vessel", "Person", "Place", "Vessel"]);
    expect(options()[0]).toBe(first());
    typeKeys("ArrowDown", "ArrowDown", "Enter");
    expect(spans(opened)).toEqual(["0 3 Vessel", "4 9 Place"]);
  });

  test("TSE-27 no key goes to the page while the chooser is open, and Escape leads back to the words", () => {
    const heard = vi.fn();
    openTokens();
    typeKeys("w", "Enter");
    expect(chooser()).not.toBeNull();
    window.addEventListener("keydown", heard);
    typeKeys("ArrowRight", "ArrowLeft", "x", "Escape");
    window.removeEventListener("keydown", heard);
    expect(heard).not.toHaveBeenCalled();
    expect(chooser()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("application"));
  });

  test("LAB-05 LAB-07 from ten entities on they are searched with /, letters pick, and a second Escape closes", () => {
    const labels = Array.from({ length: 40 }, (_, index) => `Entity ${index + 1}`);
    const opened = openTokens({}, { labels });
    typeKeys("w", "Enter", "a");
    expect(spans(opened)).toEqual(["0 3 Entity 11"]);
    typeKeys("ArrowRight", "Enter", "/");
    const search = screen.getByRole("textbox", { name: "Find an entity" });
    expect(document.activeElement).toBe(search);
    fireEvent.change(search, { target: { value: "40" } });
    expect(names()).toEqual(["Entity 40"]);
    typeKeys("Escape");
    expect(chooser()).not.toBeNull();
    expect(first().title).toBe("Entity 11");
    typeKeys("Escape");
    expect(chooser()).toBeNull();
  });

  test("Delete removes an entity, W goes to the words and Escape back to the record", () => {
    const opened = openTokens(said(["Paris", "Place"]));
    typeKeys("w", "Tab", "Delete");
    expect(spans(opened)).toEqual([]);
    typeKeys("Escape");
    expect(document.activeElement).toBe(screen.getByRole("article"));
  });
});

describe("TAN-09 by pointer", () => {
  test("drawn backwards over three tokens, Space takes what is predicted for them", () => {
    const opened = openTokens({ ...predicted(["Byron met Ada", "Vessel", 0.4]) });
    opened.drag(15, 5);
    expect(first().title).toBe("Vessel");
    typeKeys("Space");
    expect(spans(opened)).toEqual(["4 17 Vessel"]);
  });

  test("FAN-27 an emoji before the words does not shift them", () => {
    const opened = openTokens({ text: "👩‍👩‍👧 met 🎉 Ada", tokens: ["👩‍👩‍👧", "met", "🎉", "Ada"] });
    opened.drag(12, 13);
    typeKeys("1");
    expect(spans(opened)).toEqual(["12 15 Person"]);
  });

  test("a double click takes a token, and a click with Shift makes the entity longer", () => {
    const opened = openTokens();
    opened.click(1, 2);
    typeKeys("1");
    opened.shiftClick(6);
    expect(spans(opened)).toEqual(["0 9 Person"]);
  });

  test("an entity is changed by a click, removed by a double click or by its cross", () => {
    const opened = openTokens(said(["Ada Byron", "Person"], ["Paris", "Place"]));
    opened.click(5);
    expect(options().find((option) => option.getAttribute("aria-selected") === "true")?.title).toBe("Person");
    typeKeys("3");
    expect(spans(opened)).toEqual(["0 9 Vessel", "21 26 Place"]);
    opened.click(5, 2);
    expect(spans(opened)).toEqual(["21 26 Place"]);
    const name = screen.getByRole("button", { name: "“Paris”, Place: change or remove" });
    fireEvent.pointerEnter(name.parentElement ?? name);
    fireEvent.click(screen.getByRole("button", { name: "Remove Place from “Paris”" }));
    expect(spans(opened)).toEqual([]);
  });

  test("a press outside closes the chooser", () => {
    const opened = openTokens();
    opened.drag(0, 5);
    expect(chooser()).not.toBeNull();
    fireEvent.mouseDown(document.body);
    expect(chooser()).toBeNull();
  });
});

describe("TAN-09 nothing is destroyed by a slip", () => {
  test("words that cut an entity in two ask as those do that take it in whole", () => {
    const opened = openTokens(said(["Ada Byron", "Person"]));
    opened.drag(5, 11);
    expect(screen.getByRole("dialog").textContent).toContain("Replace “Ada Byron”, Person?");
    typeKeys("Escape");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(spans(opened)).toEqual(["0 9 Person"]);
    opened.drag(5, 11);
    typeKeys("r", "2");
    expect(spans(opened)).toEqual(["4 13 Place"]);
  });

  test("words that take entities in replace them only after a yes", () => {
    const opened = openTokens(said(["Ada Byron", "Person"], ["met", "Vessel"]));
    opened.drag(0, 15);
    expect(screen.getByRole("dialog").textContent).toContain("Replace 2 spans?");
    typeKeys("Escape");
    expect(spans(opened)).toHaveLength(2);
    opened.drag(0, 15);
    fireEvent.click(screen.getByRole("button", { name: "Replace" }));
    typeKeys("2");
    expect(spans(opened)).toEqual(["0 17 Place"]);
  });
});

test("TAN-09 an Enter that was meant for the record keeps what words would take in; replacing them has a key of its own", () => {
  const opened = openTokens(said(["Ada Byron", "Person"], ["met", "Vessel"]));
  opened.drag(0, 15);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep" }));
  expect(screen.getByRole("button", { name: "Replace" }).getAttribute("aria-keyshortcuts")).toBe("R");
  fireEvent.click(screen.getByRole("button", { name: "Keep" }));
  expect(spans(opened)).toHaveLength(2);
  opened.drag(0, 15);
  typeKeys("r", "2");
  expect(spans(opened)).toEqual(["0 17 Place"]);
});

describe("LAB-01 entities", () => {
  const strip = () => screen.queryByText(/is armed/, { ignore: "[data-live-region] *" });

  test("none is armed at first; one that is armed is given to selections at once; the strip says so, and Escape disarms", () => {
    const opened = openTokens();
    expect(
      within(screen.getByRole("toolbar", { name: "Entities" })).queryByRole("button", { pressed: true }),
    ).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: /Place/ }));
    expect(strip()?.textContent).toBe("Place is armed: what you select becomes Place.");
    // The live region announces the text, because the strip appears together with its words.
    expect(document.querySelector("[data-live-region]")?.textContent).toBe(
      "Place is armed: what you select becomes Place.",
    );
    opened.drag(21, 24);
    expect(chooser()).toBeNull();
    expect(spans(opened)).toEqual(["21 26 Place"]);
    typeKeys("Escape");
    expect(strip()).toBeNull();
  });

  test("TAN-09 the only one is given at once", () => {
    const opened = openTokens({}, { labels: ["Person"] });
    opened.drag(0, 1);
    expect(spans(opened)).toEqual(["0 3 Person"]);
  });

  test("TEN-07 where there are none an annotator is told to ask", () => {
    const opened = openTokens({}, { labels: [] });
    opened.drag(0, 1);
    expect(screen.getByRole("dialog").textContent).toContain("Ask an admin to add some");
    expect(spans(opened)).toEqual([]);
  });

  test("LAB-09 where there are none the bar says so, and what to do, before anything is selected", async () => {
    openTokens({}, { labels: [] });
    expect(await screen.findByText("This dataset has no entities yet. Ask an admin to add some.")).toBeDefined();
    expect(screen.queryByRole("toolbar", { name: "Entities" })).toBeNull();
  });

  test("LAB-06 the first ten at most stand in the bar, the others behind a button", () => {
    openTokens({}, { labels: Array.from({ length: 14 }, (_, index) => `E${index + 1}`) });
    const bar = screen.getByRole("toolbar", { name: "Entities" });
    expect(within(bar).getAllByRole("button", { pressed: false }).length).toBeLessThanOrEqual(10);
    fireEvent.click(within(bar).getByRole("button", { name: /more entit/ }));
    expect(within(bar).getAllByRole("button", { pressed: false })).toHaveLength(14);
    expect(within(bar).getByRole("button", { name: "Show less" })).toBeDefined();
  });
});

describe("TEN-26 predictions", () => {
  test("are a layer of their own until they are taken over, all at once with A", () => {
    const opened = openTokens(predicted(["Ada Byron", "Person", 0.912], ["Paris", "Place", 0.7]));
    const drawn = () => [...opened.container.querySelectorAll<HTMLElement>(".postil-span")];
    expect(drawn().map(({ dataset }) => dataset.look)).toEqual(["predicted", "predicted"]);
    expect(drawn()[0]?.title).toBe("Person, 91.2 %, model");
    typeKeys("a");
    expect(drawn().map(({ dataset }) => dataset.look)).toEqual(["solid", "solid"]);
    expect(opened.record()).toMatchObject({ status: "Edited", originStatus: "Default" });
    expect(screen.queryByRole("button", { name: /Accept/ })).toBeNull();
  });

  test("beside an annotation stay predictions; those it does not touch can be accepted", () => {
    const opened = openTokens({
      ...said(["Ada Byron", "Person"]),
      ...predicted(["Ada", "Vessel", 0.5], ["Paris", "Place", 0.7]),
    });
    fireEvent.click(screen.getByRole("button", { name: "Accept the prediction" }));
    expect(spans(opened)).toEqual(["0 9 Person", "21 26 Place"]);
  });
});

describe("TAN-09 the same words again", () => {
  test("are tagged in the record with T, then on the page, as edits", () => {
    const opened = openTokens({}, { others: [{ text: "Ada and Ada" }, { text: "Ada left", status: "Discarded" }] });
    typeKeys("w", "1", "Escape");
    expect(screen.getByRole("button", { name: "Tag 1 more “Ada”" })).toBeDefined();
    typeKeys("t");
    expect(spans(opened)).toEqual(["0 3 Person", "14 17 Person"]);
    fireEvent.click(screen.getByRole("button", { name: "Tag 2 “Ada” on this page" }));
    expect(spans(opened, 1)).toEqual(["0 3 Person", "8 11 Person"]);
    expect(opened.record(1)?.status).toBe("Edited");
    expect(opened.record(2)?.status).toBe("Discarded");
    expect(screen.queryByRole("button", { name: /^Tag/ })).toBeNull();
  });

  test("are not offered for an entity that is gone again", () => {
    openTokens();
    typeKeys("w", "1");
    expect(screen.getByRole("button", { name: "Tag 1 more “Ada”" })).toBeDefined();
    typeKeys("Delete");
    expect(screen.queryByRole("button", { name: /^Tag/ })).toBeNull();
  });
});
