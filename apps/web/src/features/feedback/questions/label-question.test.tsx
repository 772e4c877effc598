import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setPreference } from "../../../lib/preferences/store.ts";
import { ask, label, labels, openPanel, options, rating, suggest, type } from "./questions.fixture.tsx";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRST"].map((letter) => `Label ${letter}`);
const option = (name: string) => screen.getByRole("button", { name });
const names = (group: string) =>
  within(screen.getByRole("group", { name: group }))
    .getAllByRole("button")
    .filter((button) => button.hasAttribute("data-option"))
    .map((button) => button.textContent);
const pressed = () => screen.getAllByRole("button", { pressed: true }).map((button) => button.textContent);
const focusedText = () => document.activeElement?.getAttribute("data-option");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  setPreference("submitOnChoice", true);
});
afterEach(() => vi.useRealTimers());

describe("one label", () => {
  const topic = ask("Topic", label("Flight", "Sleep", "Song"));
  const tone = ask("Tone", label("Warm", "Cold"));

  test("FAN-02 FAN-21 a labelled group of toggles, of which at most one is on", () => {
    const panel = openPanel([topic, tone]);
    fireEvent.click(option("Sleep"));
    expect(panel.value("topic")).toBe("sleep");
    fireEvent.click(option("Song"));
    expect(panel.value("topic")).toBe("song");
    expect(pressed()).toEqual(["3Song"]);
    fireEvent.click(option("Song"));
    expect(panel.value("topic")).toBeNull();
  });

  test("FAN-24 a number picks its option, and the focus goes on to the next question", () => {
    const panel = openPanel([topic, tone]);
    expect(focusedText()).toBe("flight");
    type("2");
    expect(panel.value("topic")).toBe("sleep");
    expect(focusedText()).toBe("warm");
    type("2");
    expect(panel.value("tone")).toBe("cold");
    expect(focusedText()).toBe("cold");
    type("Enter");
    expect(panel.submit).toHaveBeenCalledOnce();
    expect(panel.submitByChoice).not.toHaveBeenCalled();
  });

  test("FAN-24 of fifteen options 1 waits 300 ms, 1 then 2 picks 12, 1 then Enter picks 1 and submits", () => {
    const panel = openPanel([ask("Topic", label(...LETTERS.slice(0, 15))), tone]);
    type("1");
    expect(panel.value("topic")).toBeNull();
    act(() => void vi.advanceTimersByTime(300));
    expect(panel.value("topic")).toBe("label a");
    type("ArrowUp", "1", "2");
    expect(panel.value("topic")).toBe("label l");
    type("ArrowUp", "1", "Enter");
    expect(panel.value("topic")).toBe("label a");
    expect(panel.submit).toHaveBeenCalledOnce();
  });

  test("FAN-24 two digits pressed within 300 ms are one number, however late a busy page hears the second", () => {
    const panel = openPanel([ask("Topic", label(...LETTERS.slice(0, 15))), tone]);
    const press = (digit: string, pressedAt: number, heardAt: number) => {
      const event = new KeyboardEvent("keydown", { key: digit, code: `Digit${digit}`, bubbles: true });
      Object.defineProperty(event, "timeStamp", { value: pressedAt });
      vi.spyOn(performance, "now").mockReturnValue(heardAt);
      fireEvent(document.activeElement ?? document.body, event);
    };
    press("1", 1000, 1010);
    press("2", 1100, 1500);
    vi.mocked(performance.now).mockRestore();
    expect(panel.value("topic")).toBe("label l");
  });

  test("FRS-12 the one question of a record is answered and submitted by its number, not by the mouse, nor with the preference off", () => {
    const panel = openPanel([topic]);
    fireEvent.click(option("Song"));
    expect(panel.submitByChoice).not.toHaveBeenCalled();
    type("2");
    expect(panel.value("topic")).toBe("sleep");
    expect(panel.submitByChoice).toHaveBeenCalledOnce();
    expect(panel.submitByChoice.mock.calls[0]).toMatchObject([{ states: { topic: { answer: { value: "sleep" } } } }]);
    act(() => setPreference("submitOnChoice", false));
    type("1");
    expect(panel.value("topic")).toBe("flight");
    expect(panel.submitByChoice).toHaveBeenCalledOnce();
  });

  test("FAN-18 the number of an untouched suggestion accepts it, dots turn to ink, and submits a record of one question", () => {
    const panel = openPanel([topic], { suggestions: [suggest(topic, "sleep", { score: 0.784 })] });
    expect(option("Sleep").className).toContain("border-dotted");
    type("2");
    expect(panel.value("topic")).toBe("sleep");
    expect(option("Sleep").className).not.toContain("border-dotted");
    expect(option("Sleep").textContent).toContain("78.4 %");
    expect(panel.submitByChoice).toHaveBeenCalledOnce();
  });

  test("FAN-18 the note names the agent while the answer agrees, then becomes the way back", () => {
    const panel = openPanel([topic, tone], { suggestions: [suggest(topic, "sleep", { score: 0.61 })] });
    const group = within(screen.getByRole("group", { name: "Topic" }));
    expect(group.getByText("Suggested by critic-2, 61 %")).toBeTruthy();
    fireEvent.click(option("Song"));
    expect(group.queryByText("Suggested by critic-2, 61 %")).toBeNull();
    fireEvent.click(group.getByRole("button", { name: "use Sleep, 61 %" }));
    expect(panel.value("topic")).toBe("sleep");
    expect(group.getByText("Suggested by critic-2, 61 %")).toBeTruthy();
  });

  test("FRS-12 Space presses the focused option, Tab goes round the options, Down and Up go between questions", () => {
    const panel = openPanel([topic, tone]);
    type("Tab");
    expect(focusedText()).toBe("sleep");
    type("Tab", "Tab");
    expect(focusedText()).toBe("flight");
    type("ArrowDown");
    expect(focusedText()).toBe("warm");
    type("ArrowDown", "ArrowUp", "Space");
    expect(panel.value("topic")).toBe("flight");
    expect(focusedText()).toBe("warm");
  });

  test("FRS-13 another record has the focus on its first option again", () => {
    const panel = openPanel([topic, tone]);
    type("2");
    expect(focusedText()).toBe("warm");
    panel.nextRecord();
    expect(focusedText()).toBe("flight");
    expect(panel.value("topic")).toBeNull();
  });

  test("FAN-24 a digit typed after a click on the record answers the first question", () => {
    const panel = openPanel([topic, tone]);
    (document.activeElement as HTMLElement).blur();
    type("3");
    expect(panel.value("topic")).toBe("song");
  });

  test("FAN-29 without a search to type into, letters are commands", () => {
    const panel = openPanel([topic]);
    expect(focusedText()).toBe("flight");
    type("s");
    expect(panel.letter).toHaveBeenCalledOnce();
    type("Alt+s");
    expect(panel.letter).toHaveBeenCalledTimes(2);
    expect(focusedText()).toBe("flight");
  });

  test("FRS-12 a disabled panel changes nothing", () => {
    const panel = openPanel([topic], { disabled: true });
    fireEvent.click(option("Sleep"));
    type("2");
    expect(panel.value("topic")).toBeNull();
  });
});

describe("several labels", () => {
  const topics = ask("Topics", labels(["Flight", "Sleep", "Song", "Diet"]));

  test("FAN-03 numbers toggle, the focus stays, and what is selected is counted and cleared", () => {
    const panel = openPanel([topics, ask("Tone", label("Warm"))]);
    type("3", "1");
    expect(panel.value("topics")).toEqual(["song", "flight"]);
    expect(focusedText()).toBe("flight");
    expect(screen.getByText("2 selected")).toBeTruthy();
    type("3");
    expect(panel.value("topics")).toEqual(["flight"]);
    fireEvent.click(option("Clear “Topics”"));
    expect(panel.value("topics")).toEqual([]);
    expect(screen.queryByText("1 selected")).toBeNull();
  });

  test("FAN-18 FEN-31 each suggested option has its own score and turns to ink by itself", () => {
    openPanel([topics], { suggestions: [suggest(topics, ["flight", "song"], { score: [0.91, 0.4] })] });
    expect(names("Topics")).toEqual(["1Flight91 %", "2Sleep", "3Song40 %", "4Diet"]);
    type("1");
    expect(option("Flight").getAttribute("aria-pressed")).toBe("true");
    expect(option("Flight").className).not.toContain("border-dotted");
    type("1");
    expect(option("Flight").getAttribute("aria-pressed")).toBe("false");
    expect(option("Flight").textContent).toContain("91 %");
    type("1");
    expect(option("Flight").className).not.toContain("border-dotted");
    expect(option("Song").className).toContain("border-dotted");
  });
});

describe("many labels", () => {
  const many = ask("Topics", labels(LETTERS, 5));
  const search = () => screen.getByRole("searchbox", { name: "Find a label" });

  test("FAN-22 the first n and every selected one show, the rest is behind a control that names how many", () => {
    const panel = openPanel([many]);
    expect(names("Topics")).toHaveLength(5);
    expect(screen.getByRole("button", { name: "Show 15 more labels" }).textContent).toBe("+15");
    type("1", "4");
    expect(panel.value("topics")).toEqual(["label n"]);
    expect(names("Topics").at(-1)).toBe("14Label N");
    fireEvent.click(screen.getByRole("button", { name: "Show 14 more labels" }));
    expect(names("Topics")).toHaveLength(20);
    expect(names("Topics")[13]).toBe("14Label N");
    fireEvent.click(screen.getByRole("button", { name: "Less" }));
    expect(names("Topics")).toHaveLength(6);
  });

  test("FAN-22 tabbing past the last visible option expands the rest", () => {
    openPanel([ask("Deep", labels(LETTERS, 5))]);
    type("Tab", "Tab", "Tab", "Tab", "Tab");
    expect(names("Deep")).toHaveLength(20);
    expect(focusedText()).toBe("label f");
  });

  test("FAN-30 a suggested option past the visible ones is shown after them, and not counted", () => {
    const wide = ask("Wide", labels(LETTERS, 5));
    openPanel([wide], { suggestions: [suggest(wide, ["label t"])] });
    expect(names("Wide").at(-1)).toBe("20Label T");
    expect(screen.getByRole("button", { name: "Show 14 more labels" })).toBeTruthy();
  });

  test("FAN-23 a search appears with 15 options or hidden ones, and finds any part of the label, ignoring case", () => {
    openPanel([ask("Few", label("A", "B")), ask("Fifteen", label(...LETTERS.slice(0, 15)))]);
    fireEvent.change(search(), { target: { value: "EL j" } });
    expect(names("Fifteen")).toEqual(["10Label J"]);
    fireEvent.change(search(), { target: { value: "zebra" } });
    expect(screen.getByText("No label matches")).toBeTruthy();
    fireEvent.click(screen.getAllByRole("button", { name: "Clear the search" }).at(-1) ?? document.body);
    expect(names("Fifteen")).toHaveLength(15);
  });

  test("FAN-29 a letter on an option goes to the search, Enter takes the first match and empties it, Escape leaves", () => {
    const panel = openPanel([ask("Topics", labels(LETTERS, 5))]);
    type("l");
    expect(document.activeElement).toBe(search());
    expect(search()).toHaveProperty("value", "l");
    fireEvent.change(search(), { target: { value: "label q" } });
    type("Enter");
    expect(panel.value("topics")).toEqual(["label q"]);
    expect(search()).toHaveProperty("value", "");
    expect(panel.submit).not.toHaveBeenCalled();
    type("Escape");
    expect(focusedText()).toBe("label q");
  });

  test.each([
    ["fifteen options", ask("Topic", label(...LETTERS.slice(0, 15)))],
    ["hidden options", ask("Topic", labels(LETTERS.slice(0, 6), 5))],
  ])("FAN-29 with %s letters are no commands; with Alt they are, and after Escape has left the form", (_, topic) => {
    const panel = openPanel([topic]);
    type("Alt+s");
    expect(panel.letter).toHaveBeenCalledOnce();
    type("s");
    expect(document.activeElement).toBe(search());
    expect(panel.letter).toHaveBeenCalledOnce();
    type("Escape", "Escape", "s");
    expect(panel.letter).toHaveBeenCalledTimes(2);
  });

  test("FAN-29 taking a single label by search moves on, and one already chosen stays chosen", () => {
    const panel = openPanel([ask("Topic", label(...LETTERS))]);
    type("l");
    fireEvent.change(search(), { target: { value: "label q" } });
    type("Enter");
    expect(panel.value("topic")).toBe("label q");
    expect(focusedText()).toBe("label q");
    type("l");
    fireEvent.change(search(), { target: { value: "label q" } });
    type("Enter");
    expect(panel.value("topic")).toBe("label q");
    type("Enter");
    expect(panel.submit).toHaveBeenCalledOnce();
  });

  test("FAN-18 FAN-29 a suggested label of several that is taken by search is a person's, and stays one", () => {
    const wide = ask("Topics", labels(LETTERS, 5));
    const panel = openPanel([wide], { suggestions: [suggest(wide, ["label q"])] });
    for (const time of ["first", "second"]) {
      type("l");
      fireEvent.change(search(), { target: { value: "label q" } });
      type("Enter");
      expect(panel.value("topics"), time).toEqual(["label q"]);
      expect(option("Label Q").dataset.look, time).toBe("chosen");
    }
  });

  test("FAN-29 the slash goes to the search of the question, or of the first that has one", () => {
    openPanel([ask("Few", label("A", "B")), ask("Many", label(...LETTERS))]);
    type("/");
    expect(document.activeElement).toBe(search());
  });

  test("FAN-23 a search belongs to one record", () => {
    const panel = openPanel([ask("Many", label(...LETTERS))]);
    fireEvent.change(search(), { target: { value: "q" } });
    panel.nextRecord();
    expect(search()).toHaveProperty("value", "");
    expect(names("Many")).toHaveLength(20);
  });

  test("FAN-24 suggestions first changes the order and no number", () => {
    setPreference("suggestionsFirst", true);
    const ordered = ask("Ordered", labels(["A", "B", "C"]));
    const panel = openPanel([ordered], { suggestions: [suggest(ordered, ["c"])] });
    expect(names("Ordered")).toEqual(["3C", "1A", "2B"]);
    type("2");
    expect(panel.value("ordered")).toEqual(["c", "b"]);
    act(() => setPreference("suggestionsFirst", false));
  });

  test("FAN-24 suggestions first is switched at the question, for it alone, over what holds for all", () => {
    const [one, other] = [ask("One", labels(["A", "B", "C"])), ask("Other", labels(["A", "B", "C"]))];
    openPanel([one, other], { suggestions: [suggest(one, ["c"]), suggest(other, ["b"])] });
    const toggle = option("Suggested options first in “One”");
    fireEvent.click(toggle);
    expect([names("One"), names("Other")]).toEqual([
      ["3C", "1A", "2B"],
      ["1A", "2B", "3C"],
    ]);
    expect(toggle.getAttribute("aria-pressed")).toBe("true");
    act(() => setPreference("suggestionsFirst", true));
    fireEvent.click(toggle);
    expect([names("One"), names("Other")]).toEqual([
      ["1A", "2B", "3C"],
      ["2B", "1A", "3C"],
    ]);
    act(() => {
      setPreference("suggestionsFirst", false);
      setPreference("suggestionsFirstOf", {});
    });
  });

  test("FAN-16 options with the same text are told apart by their value", () => {
    const twins = {
      ...labels([]),
      options: options("Same", "Same").map((one, place) => ({ ...one, value: `v${place}` })),
    };
    const panel = openPanel([ask("Twins", twins as ReturnType<typeof labels>)]);
    type("2");
    expect(panel.value("twins")).toEqual(["v1"]);
  });
});

describe("thousands of labels", () => {
  const TEN_THOUSAND = Array.from({ length: 10_000 }, (_, place) => `Label ${place + 1}`);

  test("FAN-23 10,000 labels draw only what is in view, start in the search, and are picked by search or number", async () => {
    // jsdom gives no element a height. A list without a height shows no rows.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(320);
    const panel = openPanel([ask("Topic", label(...TEN_THOUSAND)), ask("Stars", rating(1, 2))]);
    await act(() => vi.dynamicImportSettled());
    const drawn = screen.getAllByText(/^Label \d+$/).length;
    expect(drawn).toBeGreaterThan(8);
    expect(drawn).toBeLessThan(60);
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "9999" } });
    type("Enter");
    expect(panel.value("topic")).toBe("label 9999");
    expect(focusedText()).toBe("1");
    vi.restoreAllMocks();
  });
});
