import { render } from "@testing-library/react";
import { createElement } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { renderMarkdown } from "../../../ui/markdown/render-markdown.tsx";
import { marksIn } from "./marker.ts";

let element: HTMLElement;
beforeEach(() => {
  element = document.createElement("div");
  document.body.replaceChildren(element);
});

function textOf(place: StaticRange): string {
  const range = document.createRange();
  range.setStart(place.startContainer, place.startOffset);
  range.setEnd(place.endContainer, place.endOffset);
  return range.toString();
}

const marks = (source: string, q: string, field: string | null = null) =>
  marksIn({ element, field: "body", source }, { q, field }).map(textOf);

function shownAsSource(source: string): void {
  element.innerHTML = "";
  for (const paragraph of source.split("\n\n")) {
    element.append(Object.assign(document.createElement("p"), { textContent: paragraph }));
  }
}

function renderedMarks(source: string, q: string) {
  const { container } = render(createElement("div", { className: "postil-markdown" }, renderMarkdown(source, 3)));
  element.innerHTML = container.innerHTML;
  const before = element.innerHTML;
  const found = marks(source, q);
  expect(element.innerHTML).toBe(before);
  return found;
}

describe("FFI-13 marks in a field shown as it was sent", () => {
  test("whole words in every paragraph, a prefix only with its mark", () => {
    const source = "Card payment.\n\nTwo cards,\none card; a CARD!";
    shownAsSource(source);
    expect(marks(source, "card")).toEqual(["Card", "card", "CARD"]);
    expect(marks(source, "card*")).toEqual(["Card", "cards", "card", "CARD"]);
    expect(marks(source, "card -payment")).toEqual(["Card", "card", "CARD"]);
    expect(marks(source, "pay")).toEqual([]);
  });

  test("a phrase that the server finds across a blank line is one stretch, parts of words on either side are none", () => {
    const source = "This is the end\n\nStart again";
    shownAsSource(source);
    expect(marks(source, '"end start"')).toEqual(["endStart"]);
    expect(marks(source, "endStart")).toEqual([]);
  });

  test("the words are the field's, however many nodes show it", () => {
    element.innerHTML = "un<b>believ</b>able, 東<i>京</i> and 👍<b>🏽</b>";
    expect(marks("", "unbelievable")).toEqual(["unbelievable"]);
    expect(marks("", "believ")).toEqual([]);
    expect(marks("", "京")).toEqual(["京"]);
    expect(marks("", '"東京"')).toEqual(["東京"]);
    expect(marks("", "👍🏽")).toEqual(["👍🏽"]);
  });

  test("right-to-left text, combining characters and what looks like markup", () => {
    const source = "أين طردي؟ e\u0301tude <b>bold</b> \u{1F469}\u200D\u{1F680} fly";
    shownAsSource(source);
    expect(marks(source, "طردي")).toEqual(["طردي"]);
    expect(marks(source, "e\u0301tude fly")).toEqual(["e\u0301tude", "fly"]);
    expect(marks(source, "e")).toEqual([]);
    expect(marks(source, "b bold")).toEqual(["b", "bold", "b"]);
    expect(marks(source, "👩‍🚀")).toEqual(["👩‍🚀"]);
  });

  test("FFI-27 nothing is marked where another field is searched", () => {
    shownAsSource("a card");
    expect(marks("a card", "card", "title")).toEqual([]);
    expect(marks("a card", "card", "body")).toEqual(["card"]);
  });
});

describe("FFI-13 marks in rendered markdown", () => {
  test("links, emphasis, lists, tables and code are marked without being touched", () => {
    const source =
      "# Apples\n[Ripe apples](https://example.org/apples) and **apples**\n\n- apples\n\n| apples |\n|---|\n| x |\n\n`apples`";
    expect(renderedMarks(source, "apples")).toEqual(Array(6).fill("apples").with(0, "Apples"));
    expect(element.querySelector("a")?.getAttribute("href")).toBe("https://example.org/apples");
    expect(element.querySelector("a")?.textContent).toBe("Ripe apples");
  });

  test("a phrase runs on through emphasis as one stretch", () => {
    expect(renderedMarks("a **lost card** and a *lost* card", '"lost card"')).toEqual(["lost card", "lost card"]);
    expect(renderedMarks("one\ntwo", '"one two"')).toEqual(["onetwo"]);
  });

  test("what the signs of the source cut into words stays cut", () => {
    const source = "un**believ**able";
    expect(renderedMarks(source, "believ")).toEqual(["believ"]);
    expect(renderedMarks(source, "unbelievable")).toEqual([]);
    expect(renderedMarks(`${source} unbelievable`, "unbelievable")).toEqual(["unbelievable"]);
  });

  test("no match joins words of two blocks", () => {
    const source = "1. lost\n2. card\n\nno\n\nlost card";
    expect(renderedMarks(source, '"lost card"')).toEqual(["lost card"]);
    expect(renderedMarks("- lo\n- st\n\nlost", "lost")).toEqual(["lost"]);
  });

  test("what is only in the source is not marked, nor what only looks found when rendered", () => {
    expect(renderedMarks("[here](https://example.org/card) <b title='card'>x</b>", "card")).toEqual([]);
    expect(renderedMarks("the [lost](https://example.org) card", '"lost card"')).toEqual([]);
    expect(renderedMarks("caf&eacute;", "café")).toEqual([]);
  });

  test("a text that the parser has parted is one text", () => {
    const source = `${"x".repeat(40)} card`;
    expect(renderedMarks(source, "card")).toEqual(["card"]);
    const paragraph = element.querySelector("p");
    const node = paragraph?.firstChild;
    if (!(node instanceof Text)) throw new Error("no text");
    node.splitText(43);
    expect(marks(source, "card")).toEqual(["card"]);
    expect(marks(`${source} rd`, "rd")).toEqual([]);
  });
});
