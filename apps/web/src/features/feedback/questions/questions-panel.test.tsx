import type { QuestionSettings } from "@postil/domain/datasets/question";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadMarkdown } from "../../../ui/markdown/markdown.tsx";
import { ask, label, openPanel, options, rating, suggest, text, type } from "./questions.fixture.tsx";

const focusedOption = () => document.activeElement?.getAttribute("data-option");
const button = (name: string) => screen.getByRole("button", { name });

describe("every question", () => {
  test("FAN-20 an asterisk titled 'Required response', or ' (optional)' with its leading space", () => {
    openPanel([ask("Must", label("A")), ask("May", label("A"), { required: false })]);
    expect(screen.getByTitle("Required response").textContent).toBe("*");
    expect(screen.getByText("(optional)").textContent).toBe(" (optional)");
    expect(screen.getAllByTitle("Required response")).toHaveLength(1);
  });

  test("FAN-21 title, marker, description as help and note come before the control", () => {
    const question = ask("Topic", label("A"), { description: "What it is about." });
    openPanel([question], { suggestions: [suggest(question, "a")] });
    const group = screen.getByRole("group", { name: "Topic" });
    expect(group.getAttribute("aria-description")).toBe("Choose one. What it is about.");
    const text = group.textContent ?? "";
    const places = ["Topic", "*", "Description", "critic-2", "1A"].map((part) => text.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
  });

  test("I18-05 the description of a question is somebody's text, which no browser translates", () => {
    openPanel([ask("Topic", label("A"), { description: "What it is about." })]);
    for (const shown of screen.getAllByText("What it is about."))
      expect(shown.closest("[translate=no]")).not.toBeNull();
  });

  test("FAN-26 a press on the title or the description of a question leads into it, so that letters are no commands", () => {
    openPanel([ask("Topic", label("A")), ask("Stars", rating(1, 2), { description: "How good it is." })]);
    expect(focusedOption()).toBe("a");
    fireEvent.click(screen.getByText("Stars"));
    expect(focusedOption()).toBe("1");
    type("ArrowUp");
    expect(focusedOption()).toBe("a");
    fireEvent.click(screen.getByText("How good it is."));
    expect(focusedOption()).toBe("1");
  });

  test("FAN-19 one question is emptied by its own clear button", () => {
    const panel = openPanel([ask("Topic", label("A", "B")), ask("Stars", rating(1, 2))]);
    type("2", "2");
    fireEvent.click(button("Clear “Topic”"));
    expect(panel.value("topic")).toBeNull();
    expect(panel.value("stars")).toBe(2);
  });

  test("FEN-10 a type of a later version is shown as not answerable, optional, and the others work", () => {
    const drawing = ask("Drawing", { type: "drawing", visibleOptions: 3 } as unknown as QuestionSettings);
    const panel = openPanel([drawing, ask("Topic", label("A"))]);
    expect(
      within(screen.getByRole("group", { name: "Drawing" })).getByText(/cannot be answered/).textContent,
    ).toBeTruthy();
    type("ArrowDown", "1");
    expect(panel.value("topic")).toBe("a");
  });

  test("FAN-27 FBU-11 of many records only that there are no spans can be said, by a button", () => {
    const names = ask("Names", {
      type: "span",
      field: "body",
      options: options("Name"),
      visibleOptions: null,
      allowOverlapping: false,
      allowCharacterAnnotation: true,
    });
    const { value, submit } = openPanel([names]);
    const none = screen.getByRole("button", { name: "No spans" });
    expect(value("names")).toBeNull();
    type("Space");
    expect(value("names")).toEqual([]);
    expect(none.getAttribute("aria-pressed")).toBe("true");
    type("Enter");
    expect(submit).toHaveBeenCalledOnce();
    type("Space");
    expect(value("names")).toBeNull();
  });
});

describe("a text", () => {
  test.each(["1", "$", "-", "#", "("])(
    "FAN-25 an optional text that begins with %s keeps it, also right after a digit that rated",
    (first) => {
      const panel = openPanel([ask("Stars", rating(1, 2, 3, 4)), ask("Why", text(), { required: false })]);
      type("4", first);
      expect([panel.value("stars"), panel.value("why")]).toEqual([4, first]);
    },
  );
});

describe("a rating", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());
  const scale = ask("Clarity", rating(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));

  test("FAN-02 its digits pick, 10 by two of them, 0 too, and the focus goes on", () => {
    const panel = openPanel([scale, ask("Topic", label("A"))]);
    type("1");
    expect(panel.value("clarity")).toBeNull();
    type("0");
    expect(panel.value("clarity")).toBe(10);
    expect(focusedOption()).toBe("a");
    type("ArrowUp", "0");
    expect(panel.value("clarity")).toBe(0);
    type("ArrowUp", "1");
    act(() => void vi.advanceTimersByTime(300));
    expect(panel.value("clarity")).toBe(1);
  });

  test("FAN-18 the way back names value and score, the star stays on the value the machine said", () => {
    const panel = openPanel([scale], { suggestions: [suggest(scale, 5, { score: 0.61 })] });
    expect(button("5").getAttribute("aria-description")).toBe("Suggested, 61 %");
    expect(screen.getByText("critic-2, 61 %")).toBeTruthy();
    fireEvent.click(button("6"));
    expect(button("5").getAttribute("aria-description")).toBe("Suggested, 61 %");
    fireEvent.click(button("use 5, 61 %"));
    expect(panel.value("clarity")).toBe(5);
  });
});

describe("a text", () => {
  const opening = ask("Opening", text(), { required: false });
  const box = () => screen.getByRole("textbox", { name: "Opening" });

  test("FAN-01 FAN-07 every keystroke is in the form at once, as typed", () => {
    const panel = openPanel([opening]);
    fireEvent.change(box(), { target: { value: " so\n" } });
    expect(panel.value("opening")).toBe(" so\n");
    expect(box()).toHaveProperty("value", " so\n");
  });

  test("FRS-12 a required empty text is written in at once, an optional one after Shift+Enter; Escape stops", () => {
    const panel = openPanel([opening]);
    expect(document.activeElement).not.toBe(box());
    type("Enter");
    expect(panel.submit).toHaveBeenCalledOnce();
    type("Shift+Enter");
    expect(document.activeElement).toBe(box());
    type("Enter", "Shift+Enter", "s");
    expect(panel.submit).toHaveBeenCalledOnce();
    expect(panel.letter).not.toHaveBeenCalled();
    type("Escape");
    expect(document.activeElement).not.toBe(box());
    type("Enter");
    expect(panel.submit).toHaveBeenCalledTimes(2);
  });

  test("FRS-12 Ctrl+Enter submits from inside the editor, and the next record is not written in by mistake", () => {
    const panel = openPanel([{ ...opening, required: true }]);
    expect(document.activeElement).toBe(box());
    type("Ctrl+Enter");
    expect(panel.submit).toHaveBeenCalledOnce();
  });

  test("FAN-18 an untouched suggestion is italic in dots, typing makes it a person's", () => {
    const panel = openPanel([opening], { suggestions: [suggest(opening, "Partly.", { score: 0.4 })] });
    expect(box().className).toContain("italic");
    fireEvent.change(box(), { target: { value: "Partly so." } });
    expect(box().className).not.toContain("italic");
    fireEvent.click(screen.getByRole("tab", { name: "Suggestion" }));
    expect(screen.getByRole("tabpanel").textContent).toContain("Partly.");
    expect(screen.getByRole("tabpanel").textContent).toContain("critic-2, 40 %");
    fireEvent.click(button("Use this"));
    expect(panel.value("opening")).toBe("Partly.");
    expect(box()).toHaveProperty("value", "Partly.");
  });

  test("FAN-25 a markdown answer is rendered while nobody writes, and its source is edited", async () => {
    await loadMarkdown();
    const question = ask("Opening", text(true), { required: false });
    const panel = openPanel([question], {
      response: { status: "draft", values: { opening: { value: "so **bold** <script>x</script>" } } },
    });
    await waitFor(() => expect(screen.getByText("bold").tagName).toBe("STRONG"));
    expect(document.querySelector("script")).toBeNull();
    type("Shift+Enter");
    expect(box()).toHaveProperty("value", "so **bold** <script>x</script>");
    fireEvent.change(box(), { target: { value: "now *thin*" } });
    type("Escape");
    await waitFor(() => expect(screen.getByText("thin").tagName).toBe("EM"));
    expect(panel.value("opening")).toBe("now *thin*");
  });

  test("FAN-25 design/questions.md#text: a markdown answer can be seen rendered while it is written; a press does not leave the text", async () => {
    await loadMarkdown();
    const panel = openPanel([ask("Opening", text(true), { required: false })]);
    expect(screen.queryByRole("button", { name: "Show a preview" })).toBeNull();
    type("Shift+Enter");
    fireEvent.change(box(), { target: { value: "so **bold**" } });
    expect(fireEvent.mouseDown(button("Show a preview"))).toBe(false);
    fireEvent.click(button("Show a preview"));
    const preview = within(screen.getByRole("region", { name: "Preview" }));
    expect(preview.getByText("bold").tagName).toBe("STRONG");
    expect(document.activeElement).toBe(box());
    // By keyboard: the switch belongs to the editor, so editing continues.
    act(() => button("Hide the preview").focus());
    fireEvent.click(button("Hide the preview"));
    expect(screen.queryByRole("region", { name: "Preview" })).toBeNull();
    expect(box()).toBeTruthy();
    act(() => button("Clear the form").focus());
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(panel.value("opening")).toBe("so **bold**");
  });

  test("FAN-18 design/questions.md#labels: what was changed of a suggested text can be shown by words", () => {
    openPanel([opening], { suggestions: [suggest(opening, "Some swifts sleep.")] });
    fireEvent.click(screen.getByRole("tab", { name: "Suggestion" }));
    expect(screen.queryByRole("button", { name: "Changes" })).toBeNull();
    fireEvent.click(screen.getByRole("tab", { name: "Write" }));
    fireEvent.change(box(), { target: { value: "Most swifts sleep." } });
    fireEvent.click(screen.getByRole("tab", { name: "Suggestion" }));
    fireEvent.click(button("Changes"));
    const panel = screen.getByRole("tabpanel");
    expect(panel.querySelector("del")?.textContent).toBe("removed:Some");
    expect(panel.querySelector("ins")?.textContent).toBe("added:Most");
    fireEvent.click(button("Changes"));
    expect(panel.querySelector("del")).toBeNull();
  });

  test("FAN-25 without markdown a text is its own source, line breaks kept", () => {
    openPanel([opening], { response: { status: "draft", values: { opening: { value: "**not bold**\ntwo" } } } });
    expect(box()).toHaveProperty("value", "**not bold**\ntwo");
  });
});

describe("a ranking", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());
  const fix = ask("Fix", { type: "ranking", options: options("Facts", "Tone", "Order") }, { required: false });
  const wait = () => act(() => void vi.advanceTimersByTime(300));

  test("FAN-26 a typed digit ranks the focused item, and after 300 ms the focus goes to the next unranked one", () => {
    const panel = openPanel([fix]);
    expect(focusedOption()).toBe("facts");
    type("2");
    expect(panel.value("fix")).toEqual([{ value: "facts", rank: 2 }]);
    expect(focusedOption()).toBe("facts");
    wait();
    expect(focusedOption()).toBe("tone");
    type("2");
    wait();
    expect(focusedOption()).toBe("order");
    type("1");
    wait();
    expect(panel.value("fix")).toHaveLength(3);
    expect(focusedOption()).toBe("order");
    expect(screen.getByText("Nothing left to rank")).toBeTruthy();
  });

  test("FAN-26 Delete and 0 take an item out, and the focus stays with it", () => {
    const panel = openPanel([fix]);
    type("1", "Delete");
    expect(panel.value("fix")).toEqual([]);
    expect(focusedOption()).toBe("facts");
    type("3", "0");
    expect(panel.value("fix")).toEqual([]);
    expect(button("Facts, not ranked")).toBe(document.activeElement);
  });

  test("FAN-09 half a ranking of an optional question says so", () => {
    openPanel([fix]);
    type("1");
    expect(screen.getByText(/^Rank all \d answers, or none\.$/)).toBeTruthy();
    type("Delete");
    expect(screen.queryByText(/^Rank all \d answers, or none\.$/)).toBeNull();
  });

  test("FAN-18 each item shows the rank the machine gave it and turns to ink by itself", () => {
    openPanel([fix], {
      suggestions: [
        suggest(fix, [
          { value: "facts", rank: 1 },
          { value: "tone", rank: 2 },
        ]),
      ],
    });
    const facts = button("Facts, rank 1");
    expect(facts.getAttribute("aria-description")).toBe("suggested rank 1");
    expect(facts.className).toContain("border-dotted");
    type("3");
    expect(button("Facts, rank 3").className).not.toContain("border-dotted");
    expect(button("Tone, rank 2").className).toContain("border-dotted");
    fireEvent.click(button("use suggestion"));
    expect(button("Facts, rank 1")).toBeTruthy();
  });

  test("FAN-26 the menu of an item ranks it without knowing the keys", async () => {
    vi.useRealTimers();
    await import("./rank-menu.tsx");
    const panel = openPanel([fix]);
    fireEvent.click(button("Tone, not ranked"));
    const menu = within(await screen.findByRole("menu", { name: "Rank of Tone" }));
    expect(menu.getAllByRole("menuitemradio").map((item) => item.textContent)).toEqual([
      "Rank 1",
      "Rank 2",
      "Rank 3",
      "Not ranked",
    ]);
    fireEvent.click(menu.getByText("Rank 2"));
    await waitFor(() => expect(panel.value("fix")).toEqual([{ value: "tone", rank: 2 }]));
    await waitFor(() => expect(document.activeElement).toBe(button("Tone, rank 2")));
  });

  test("FAN-26 a card dragged to a place is ranked there, dragged nowhere it stays, Escape gives up", () => {
    const panel = openPanel([fix]);
    const target = { current: document.body as Element };
    document.elementFromPoint = () => target.current;
    const drag = (over: Element) => {
      fireEvent.pointerDown(button("Tone, not ranked"), { button: 0, clientX: 0, clientY: 0 });
      target.current = over;
      fireEvent.pointerMove(window, { clientX: 40, clientY: 40 });
    };
    drag(document.body);
    fireEvent.pointerUp(window);
    expect(panel.value("fix")).toEqual([]);
    drag(screen.getByRole("img", { name: "Rank 3" }));
    fireEvent.keyDown(window, { key: "Escape" });
    fireEvent.pointerUp(window);
    expect(panel.value("fix")).toEqual([]);
    drag(screen.getByRole("img", { name: "Rank 3" }));
    fireEvent.pointerUp(window);
    expect(panel.value("fix")).toEqual([{ value: "tone", rank: 3 }]);
  });

  test("FAN-26 a card let go before the drag was drawn is ranked where it was let go", () => {
    const panel = openPanel([fix]);
    fireEvent.pointerDown(button("Tone, not ranked"), { button: 0, clientX: 0, clientY: 0 });
    document.elementFromPoint = () => place;
    const place = screen.getByRole("img", { name: "Rank 3" });
    act(() => {
      fireEvent.pointerMove(window, { clientX: 40, clientY: 40 });
      fireEvent.pointerUp(window);
    });
    expect(panel.value("fix")).toEqual([{ value: "tone", rank: 3 }]);
  });
});
