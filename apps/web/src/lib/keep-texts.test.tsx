import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepTexts } from "./keep-texts.ts";

/** Simulates a page translator: it replaces a text at once, or inserts the new text beside it and then removes it. */
function translate(text: ChildNode, beside: boolean): void {
  const font = document.createElement("font");
  font.append(`${text.textContent}eux`);
  if (beside) text.before(font);
  if (beside) text.remove();
  else text.replaceWith(font);
}

function translateAll(root: Element, beside: boolean): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: ChildNode[] = [];
  while (walker.nextNode())
    if (walker.currentNode instanceof Text && walker.currentNode.data !== "") found.push(walker.currentNode);
  for (const text of found) translate(text, beside);
}

const told = () => new Promise((resolve) => setTimeout(resolve));

/** Texts beside elements, as is common on a page. */
function Line({ count, first, others }: { count: number; first: boolean; others: readonly string[] }) {
  return (
    <p data-testid="line">
      {first && "First "}
      <b>bold</b> {count} {count === 1 ? "record" : "records"}
      {others.map((text) => (
        <i key={text}>
          {text} <u>.</u>
        </i>
      ))}
    </p>
  );
}

let container: HTMLElement;
beforeEach(() => {
  container = document.body.appendChild(document.createElement("main"));
  keepTexts(container);
});
afterEach(() => container.remove());

test.each([
  ["put in its place", false],
  ["put beside it, before it goes", true],
])("I18-05 texts change, move and go after a translation: %s", async (_way, beside) => {
  const { rerender } = render(<Line count={2} first others={["one", "two"]} />, { container });
  const line = screen.getByTestId("line");
  translateAll(line, beside);
  await told();
  expect(line.textContent).toBe("First euxboldeux eux2eux euxrecordseuxoneeux eux.euxtwoeux eux.eux");
  rerender(<Line count={1} first={false} others={["two", "three", "one"]} />);
  await told();
  // Unchanged texts are still translated. Changed texts show the page's new text.
  expect(line.textContent).toBe("boldeux eux1 euxrecordtwoeux eux.euxthree .oneeux eux.eux");
  rerender(<Line count={1} first others={[]} />);
  await told();
  expect(line.textContent).toBe("First boldeux eux1 euxrecord");
});
