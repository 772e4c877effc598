import type { Stretch } from "@postil/domain/spans/span";
import { tokenUnits, wordUnits } from "@postil/domain/spans/span-units";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, test, vi } from "vitest";
import { LiveRegion } from "../../ui/screen-reader.tsx";
import type { ShownSpan, SpanActions } from "./shown-span.ts";
import { SpanText, type SpanTextHandle, type SpanTextProps } from "./span-text.tsx";
import { placeOf, rangeOf } from "./text-places.ts";

const TEXT = "Two 🎉 ring ouzels came over from the east corrie.";

function shown(words: string, name: string, part: Partial<ShownSpan> = {}): ShownSpan {
  const start = [...TEXT.slice(0, TEXT.indexOf(words))].length;
  const end = start + [...words].length;
  const key = `${start} ${end} ${name}`;
  return { key, start, end, label: name, name, look: "solid", color: 4, star: false, ...part };
}

function open(part: Partial<SpanTextProps> = {}) {
  const ref = createRef<SpanTextHandle>();
  const units = part.units ?? wordUnits(TEXT);
  const actions = {
    onSelect: vi.fn<NonNullable<SpanActions["onSelect"]>>(),
    onOpen: vi.fn<(span: ShownSpan) => void>(),
    onRemove: vi.fn<(span: ShownSpan) => void>(),
    onLeave: vi.fn<() => void>(),
  };
  const { container } = render(
    <>
      <LiveRegion />
      <SpanText ref={ref} label="Field note" units={units} spans={[]} {...actions} {...part} />
    </>,
  );
  const enter = () => act(() => void ref.current?.enter());
  const press = (...keys: readonly string[]) => {
    for (const key of keys) {
      const parts = key.split("+");
      const init = { key: parts.at(-1) ?? "", shiftKey: parts.includes("Shift"), altKey: parts.includes("Alt") };
      fireEvent.keyDown(document.activeElement ?? document.body, init.key === "Space" ? { ...init, key: " " } : init);
    }
  };
  const marked = () => {
    const stretch: Stretch | undefined = actions.onSelect.mock.lastCall?.[0];
    return stretch && units.points.slice(stretch.start, stretch.end);
  };
  return { ...actions, container, enter, press, marked, units };
}

const said = () => screen.getByRole("status").textContent;

describe("FAN-28 TAN-09 the word mode", () => {
  test("goes by word, extends with Shift, and Enter or Space marks what it stands on", () => {
    const { enter, press, marked, onSelect } = open();
    enter();
    expect(document.activeElement).toBe(screen.getByRole("application", { name: "Field note" }));
    expect(said()).toBe("Two");
    press("ArrowRight", "ArrowRight");
    expect(said()).toBe("ring");
    press("Shift+ArrowRight", "Enter");
    expect(marked()).toBe("ring ouzels");
    expect(onSelect.mock.lastCall?.[1]).toEqual({ extended: null, by: "keys" });
    press("ArrowLeft", "ArrowLeft", "Space");
    expect(marked()).toBe("🎉");
  });

  test("comes to spans with Tab and says their names; Enter opens, Delete removes, and no key of the record is heard", () => {
    const [outer, inner] = [shown("ring ouzels came", "Habitat"), shown("ring ouzels", "Species")];
    const heard = vi.fn<(event: KeyboardEvent) => void>();
    window.addEventListener("keydown", heard);
    const { enter, press, onOpen, onRemove } = open({ spans: [inner, outer] });
    enter();
    press("Tab");
    expect(said()).toBe("ring ouzels came, Habitat");
    press("Tab");
    expect(said()).toBe("ring ouzels, Species");
    press("Enter");
    expect(onOpen).toHaveBeenLastCalledWith(inner);
    press("Backspace");
    expect(onRemove).toHaveBeenLastCalledWith(inner);
    press("Tab", "Tab", "Tab");
    expect(said()).toBe("No more spans that way");
    press("s", "Enter", "Delete");
    expect(heard).not.toHaveBeenCalled();
    window.removeEventListener("keydown", heard);
  });

  test("drops a selection with Escape, and asks to be left with the next one", () => {
    const { enter, press, onLeave, marked } = open();
    enter();
    press("Shift+ArrowRight", "Escape");
    expect(onLeave).not.toHaveBeenCalled();
    press("Space");
    expect(marked()).toBe("🎉");
    press("Escape");
    expect(onLeave).toHaveBeenCalledOnce();
  });

  test("moves the end by characters only where they may be marked", () => {
    const exact = open({ characters: true });
    exact.enter();
    exact.press("Alt+Shift+ArrowLeft", "Enter");
    expect(exact.marked()).toBe("Tw");
  });

  test("stays on words where characters may not be marked", () => {
    const whole = open();
    whole.enter();
    whole.press("Alt+Shift+ArrowLeft", "Enter");
    expect(whole.marked()).toBe("Two");
  });

  test("hands over keys it does not know, with what they are meant for", () => {
    const onKey = vi.fn<NonNullable<SpanActions["onKey"]>>(() => true);
    const { enter, press } = open({ onKey });
    enter();
    press("3");
    expect(onKey.mock.lastCall?.[0].key).toBe("3");
    expect(onKey.mock.lastCall?.[1]).toEqual({ stretch: { start: 0, end: 3 }, span: null });
  });

  test("goes left in the order of what is read from right to left", () => {
    const { enter, press } = open({ units: wordUnits("وصلنا إلى بحيرة") });
    enter();
    press("ArrowLeft");
    expect(said()).toBe("إلى");
  });

  test("has nowhere to go in a text of blanks", () => {
    const { enter } = open({ units: wordUnits(" \n ") });
    enter();
    expect(screen.queryByRole("application")).toBeNull();
  });
});

describe("FAN-28 spans in the text", () => {
  test("have their names beside the text, not in it", () => {
    const spans = [shown("ring ouzels", "Species", { star: true, look: "suggested", score: "88 %" })];
    const { container, onOpen, onRemove } = open({ spans });
    expect(container.querySelector(".postil-spans")?.textContent).toBe(TEXT);
    const button = screen.getByRole("button", { name: "“ring ouzels”, Species: change or remove" });
    fireEvent.click(button);
    expect(onOpen).toHaveBeenCalledWith(spans[0]);
    expect(screen.queryByRole("button", { name: /Remove/ })).toBeNull();
    fireEvent.pointerEnter(button.parentElement ?? button);
    fireEvent.click(screen.getByRole("button", { name: "Remove Species from “ring ouzels”" }));
    expect(onRemove).toHaveBeenCalledWith(spans[0]);
  });

  test("are only read where nothing can be done", () => {
    const units = tokenUnits(TEXT, [{ start: 0, end: 3 }]);
    const { container } = render(<SpanText label="Text" units={units} spans={[shown("Two", "Number")]} />);
    expect(within(container).queryAllByRole("button")).toEqual([]);
  });

  test("FAN-27 every place of the text is found in the document and back, whatever is drawn", () => {
    const spans = [shown("ring ouzels came", "a"), shown("ouzels came over", "b"), shown("Two", "c")];
    const { container, units } = open({ spans });
    const root = container.querySelector(".postil-spans");
    if (root === null) throw new Error("The text was not drawn");
    const { points } = units;
    for (let start = 0; start < points.length; start++) {
      const range = rangeOf(root, points, { start, end: start + 1 });
      expect(range?.toString()).toBe(points.slice(start, start + 1));
      if (range === null) continue;
      expect(placeOf(root, points, range.startContainer, range.startOffset)).toBe(start);
      expect(placeOf(root, points, range.endContainer, range.endOffset)).toBe(start + 1);
    }
    expect(placeOf(root, points, document.body, 0)).toBe(0);
    expect(placeOf(root, points, root, root.childNodes.length)).toBe(points.length);
  });

  test("I18-05 a place is taken only from what is the record's text, and none is painted in other words", () => {
    const { container, units } = open({ spans: [shown("ring ouzels", "a")] });
    const root = container.querySelector(".postil-spans");
    const [first, second, third] = container.querySelectorAll("[data-at]");
    if (root === null || !first?.firstChild || !second?.firstChild || !third) throw new Error("The text was not drawn");
    const { points } = units;
    first.firstChild.nodeValue = "Twoeux 🎉 ";
    expect(placeOf(root, points, first.firstChild, 3)).toBeNull();
    expect(placeOf(root, points, second.firstChild, 4)).toBe(10);
    expect(placeOf(root, points, root.children[0] ?? root, 1)).toBeNull();
    first.firstChild.nodeValue = "2";
    expect(rangeOf(root, points, { start: 0, end: 3 })).toBeNull();
    third.innerHTML = "<font><font>est venu</font></font>";
    expect(rangeOf(root, points, { start: 17, end: 21 })).toBeNull();
    const word = third.querySelector("font font")?.firstChild;
    expect(word && placeOf(root, points, word, 2)).toBeNull();
  });

  test("TEN-10 TEN-11 have the colour of their number, from 50 on again from the beginning", () => {
    const { container } = open({ spans: [shown("Two", "a", { color: 53 })] });
    const drawn = container.querySelector<HTMLElement>(".postil-span");
    expect(drawn?.style.getPropertyValue("--fill")).toBe("var(--entity-3)");
  });
});
