import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setPreference } from "../../../lib/preferences/store.ts";
import { LiveRegion } from "../../../ui/screen-reader.tsx";
import { ask, label, labels, openPanel, options, rating, suggest, type } from "./questions.fixture.tsx";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRST"].map((letter) => `Label ${letter}`);
const TEN_THOUSAND = Array.from({ length: 10_000 }, (_, place) => `Label ${place + 1}`);
const topic = ask("Topic", label(...LETTERS));
const topics = ask("Topics", labels(LETTERS));

const option = (name: string) => screen.getByRole("button", { name });
const search = () => screen.getByRole("searchbox", { name: "Find a label" });
const find = (query: string) => fireEvent.change(search(), { target: { value: query } });
const answers = () => screen.queryAllByRole("button", { name: /^Answer:/ }).map((chip) => chip.textContent);
const shown = () =>
  screen
    .getAllByRole("button")
    .filter((button) => button.hasAttribute("data-option"))
    .map((button) => button.textContent);
const focusedOption = () => document.activeElement?.getAttribute("data-option");

beforeEach(() => {
  localStorage.clear();
  setPreference("recentLabels", {});
});
afterEach(() => vi.restoreAllMocks());

describe("the keys of the search", () => {
  test("FAN-23 FAN-29 Enter without a match does nothing and says so, however often, and submits nothing", () => {
    render(<LiveRegion />);
    const panel = openPanel([topic], { suggestions: [suggest(topic, "label c")] });
    type("l");
    find("pim");
    type("Enter", "Enter", "Enter");
    expect(panel.submit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(search());
    expect(search()).toHaveProperty("value", "pim");
    expect(screen.getAllByRole("status").some((said) => said.textContent === "No label matches")).toBe(true);
    type("Ctrl+Enter");
    expect(panel.submit).not.toHaveBeenCalled();
    expect(panel.value("topic")).toBe("label c");
  });

  test("FAN-29 Enter takes what stands in the box when it is pressed, drawn or not", () => {
    const panel = openPanel([topics]);
    find("label a");
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(search(), "label q");
    type("/", "Enter");
    expect(panel.value("topics")).toEqual(["label q"]);
  });

  test("FAN-29 Up and Down move through the matches, round the ends, and Enter takes the marked one", () => {
    const panel = openPanel([topics]);
    type("l");
    find("label");
    type("ArrowDown", "ArrowDown");
    expect(screen.getByText("20 labels found. Enter takes Label C.")).toBeTruthy();
    type("Enter");
    expect(panel.value("topics")).toEqual(["label c"]);
    find("label");
    type("ArrowUp", "Enter");
    expect(panel.value("topics")).toEqual(["label c", "label t"]);
  });

  test("FAN-29 another query starts at its first match", () => {
    const panel = openPanel([topics]);
    type("l");
    find("label");
    type("ArrowDown");
    find("label s");
    type("Enter");
    expect(panel.value("topics")).toEqual(["label s"]);
  });

  test("FRS-12 while nothing is looked for, Up and Down leave the search for the question beside", () => {
    openPanel([topic, ask("Stars", rating(1, 2))]);
    type("/", "ArrowDown");
    expect(focusedOption()).toBe("1");
    type("ArrowUp", "/", "ArrowUp");
    expect(document.activeElement).toBe(search());
  });

  test("FAN-29 Ctrl+Enter takes the marked match first and submits it, not what was there before", () => {
    const panel = openPanel([topic], { suggestions: [suggest(topic, "label c")] });
    panel.submit.mockImplementation(() => expect(panel.value("topic")).toBe("label q"));
    type("/");
    find("q");
    type("Ctrl+Enter");
    expect(panel.submit).toHaveBeenCalledOnce();
  });

  test("FAN-29 of 10,000 labels Enter takes the match and the next key acts on it, before the list is drawn again", async () => {
    // jsdom gives no element a height. A list without a height shows no rows.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(392);
    const panel = openPanel([ask("Topic", label(...TEN_THOUSAND))]);
    await act(() => vi.dynamicImportSettled());
    for (const keys of ["Ctrl+Enter", "Enter"]) {
      type("/");
      find("9876");
      panel.submit.mockClear();
      type("Enter", keys);
      expect(panel.submit).toHaveBeenCalledOnce();
      expect(panel.value("topic")).toBe("label 9876");
      expect(focusedOption()).toBe("label 9876");
    }
  });
});

describe("what would go out", () => {
  test("FAN-18 the answer stands by its full name beside the title, the machine's with its score, a person's in ink", () => {
    openPanel([topic], { suggestions: [suggest(topic, "label r", { score: 0.92 })] });
    expect(answers()).toEqual(["Answer: 18Label R92 %, Suggested, 92 %. Show it in the list"]);
    const chip = () => screen.getByRole("button", { name: /^Answer:/ });
    expect(chip().className).toContain("border-dotted");
    fireEvent.click(option("Label B"));
    expect(answers()).toEqual(["Answer: 2Label B. Show it in the list"]);
    expect(chip().className).not.toContain("border-dotted");
    fireEvent.click(option("Label B"));
    expect(answers()).toEqual([]);
  });

  test("FAN-22 a press on it goes to the option, also when something else was looked for", () => {
    openPanel([topic], { suggestions: [suggest(topic, "label r")] });
    find("d");
    expect(shown()).toEqual(["4Label D"]);
    fireEvent.click(screen.getByRole("button", { name: /^Answer: ?Label R/ }));
    expect(search()).toHaveProperty("value", "");
    expect(focusedOption()).toBe("label r");
  });

  test("FAN-03 of several labels each is named", () => {
    openPanel([topics], { suggestions: [suggest(topics, ["label r", "label s"], { score: [0.9, 0.4] })] });
    fireEvent.click(option("Label A"));
    expect(answers()).toEqual([
      "Answer: 18Label R90 %, Suggested, 90 %. Show it in the list",
      "Answer: 19Label S40 %, Suggested, 40 %. Show it in the list",
      "Answer: 1Label A. Show it in the list",
    ]);
  });

  test("FAN-30 collapsed pills keep the answer among them; what a search leaves out is named meanwhile", () => {
    const few = ask("Few", label(...LETTERS.slice(0, 8)));
    const collapsed = { ...few, settings: { ...few.settings, visibleOptions: 3 } as typeof few.settings };
    openPanel([collapsed], { suggestions: [suggest(collapsed, "label h")] });
    expect(answers()).toEqual([]);
    find("d");
    expect(answers()).toEqual(["Answer: 8Label H, Suggested. Show it in the list"]);
  });
});

test("FAN-18 a chosen pill that shows only a part of its name has the whole of it beside the title", () => {
  const name = "balance not updated after a bank transfer";
  openPanel([ask("Few", label(name, "Other"))]);
  fireEvent.click(option(name));
  expect(answers()).toEqual([`Answer: 1${name}. Show it in the list`]);
  fireEvent.click(option("Other"));
  expect(answers()).toEqual([]);
});

describe("the list", () => {
  test("FAN-23 what was found is marked in the names, the best match first", () => {
    const cards = ask("Cards", label("discard_it", "lost_card", "card_arrival", ...LETTERS));
    openPanel([cards]);
    find("card");
    expect(shown()).toEqual(["3card_arrival", "2lost_card", "1discard_it"]);
    const marks = within(screen.getByRole("group", { name: "Cards" })).getAllByText("card");
    expect(marks.map((mark) => mark.tagName)).toEqual(["MARK", "MARK", "MARK"]);
  });

  test("FAN-24 up to 200 options a suggested one stays in its place, beyond it comes first, under its own number", () => {
    const named = (count: number) => ask(`Of ${count}`, labels(TEN_THOUSAND.slice(0, count)));
    const [some, hundreds] = [named(199), named(201)];
    openPanel([some], { suggestions: [suggest(some, ["label 150"])] });
    expect(shown()[149]).toBe("150Label 150");
    document.body.replaceChildren();
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(392);
    openPanel([hundreds], { suggestions: [suggest(hundreds, ["label 150"])] });
    expect(shown()[0]).toBe("150Label 150");
  });

  test("FAN-29 the labels chosen last are offered with the next record, with their own numbers, and kept", () => {
    const panel = openPanel([topics]);
    fireEvent.click(option("Label D"));
    fireEvent.click(option("Label B"));
    expect(screen.queryByText("Recent")).toBeNull();
    panel.nextRecord();
    const recent = screen.getAllByRole("button", { name: /, chosen before$/ });
    expect(recent.map((button) => button.textContent)).toEqual(["2Label B, chosen before", "4Label D, chosen before"]);
    fireEvent.click(screen.getByRole("button", { name: "Label D, chosen before" }));
    expect(panel.value("topics")).toEqual(["label d"]);
  });

  test("FAN-24 a name too long is cut before its end, and its full name is the option's", () => {
    const name = "balance_not_updated_after_bank_transfer";
    const long = ask("Long", {
      ...label(),
      options: [...options(name), ...options(...LETTERS)],
    } as typeof topic.settings);
    openPanel([long]);
    const [head, tail] = option(name).querySelectorAll("[dir=auto] > span");
    expect([head?.textContent, tail?.textContent]).toEqual(["balance_not_updated_after_", "bank_transfer"]);
    expect(option(name).title).toBe(name);
  });
});
