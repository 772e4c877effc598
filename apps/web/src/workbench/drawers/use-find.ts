import "./find-highlight.css";
import { type RefObject, useEffect, useState } from "react";
import { findIn } from "./find-in.ts";

const ALL = "postil-found";
const HERE = "postil-found-here";

export type Found = {
  readonly count: number;
  /** the current one, from 1; 0 when there is none */
  readonly at: number;
  readonly go: (step: 1 | -1) => void;
};

/**
 * Finds a phrase in what an element shows and marks it without touching its nodes (CSS custom highlights; a browser without
 * them still counts and scrolls). `version` changes when the content does.
 */
export function useFind(root: RefObject<Element | null>, phrase: string, version: unknown): Found {
  const [ranges, setRanges] = useState<readonly StaticRange[]>([]);
  const [index, setIndex] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the content of the element
  useEffect(() => {
    setRanges(root.current === null ? [] : findIn(root.current, phrase));
    setIndex(0);
  }, [root, phrase, version]);

  const here = ranges[index];
  useEffect(() => {
    mark(ALL, ranges);
    mark(HERE, here === undefined ? [] : [here]);
    here?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
    return () => {
      mark(ALL, []);
      mark(HERE, []);
    };
  }, [ranges, here]);

  const { length } = ranges;
  return {
    count: length,
    at: length === 0 ? 0 : index + 1,
    go: (step) => length > 0 && setIndex((index + step + length) % length),
  };
}

function mark(name: string, ranges: readonly StaticRange[]): void {
  if (typeof Highlight === "undefined") return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}
