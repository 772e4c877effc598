import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { TextChanges } from "./text-writing.tsx";

test("I18-05 in a comparison word by word a browser translates what it says of the words, never the words", () => {
  const { container } = render(<TextChanges before="Kim is in Rome" after="Kim was in Rome today" />);
  const translated: string[] = [];
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest("[translate=no]") === null) translated.push(node.textContent?.trim() ?? "");
  expect(translated).toEqual(["removed:", "added:", "added:"]);
  expect(container.querySelector("del")?.textContent).toContain("is");
});
