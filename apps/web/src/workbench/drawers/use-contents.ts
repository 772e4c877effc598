import { type RefObject, useEffect, useState } from "react";

export type Heading = { readonly text: string; readonly element: HTMLElement };

/** The two upper levels of headings in rendered markdown; `version` changes when the content does. */
export function useContents(root: RefObject<Element | null>, version: unknown): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the content of the element
  useEffect(() => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6") ?? [])];
    const top = Math.min(...all.map(levelOf));
    const shown = all.filter((heading) => levelOf(heading) <= top + 1 && heading.textContent !== "");
    setHeadings(shown.map((element) => ({ element, text: element.textContent })));
  }, [root, version]);
  return headings;
}

function levelOf(heading: Element): number {
  return Number(heading.tagName.slice(1));
}

/** Which of the headings the reader is at: the last one that has come up to the top of what scrolls. */
export function useHeadingHere(scroller: RefObject<Element | null>, headings: readonly Heading[]): Heading | undefined {
  const [here, setHere] = useState<Heading>();
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const edge = element.getBoundingClientRect().top + 48;
      setHere(headings.findLast((heading) => heading.element.getBoundingClientRect().top <= edge) ?? headings[0]);
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller, headings]);
  return here;
}
