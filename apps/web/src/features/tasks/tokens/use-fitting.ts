import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Between two, and what "+12" takes at most, px. */
const GAP = 4;
const MORE = 64;

/**
 * How many of some elements fit in a line. All are drawn once to be measured, then the line is counted from what is known of them
 * whenever its width changes; one always stands.
 */
export function useFitting(row: RefObject<HTMLElement | null>, of: readonly { readonly text: string }[]): number {
  const key = of.map(({ text }) => text).join("\n");
  const [fitting, setFitting] = useState({ key, count: of.length });
  const widths = useRef<{ readonly key: string; readonly each: readonly number[] } | null>(null);
  const count = fitting.key === key ? fitting.count : of.length;
  useLayoutEffect(() => {
    const line = row.current;
    if (line === null) return;
    const measure = () => {
      if (widths.current?.key !== key) {
        const each = [...line.querySelectorAll("[data-entity]")].map(
          (element) => element.getBoundingClientRect().width,
        );
        widths.current = { key, each: each.slice(0, of.length) };
      }
      setFitting({ key, count: fitIn(line.clientWidth, widths.current.each) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [row, key, of.length]);
  return count;
}

function fitIn(room: number, widths: readonly number[]): number {
  let [used, count] = [0, 0];
  for (const width of widths) {
    used += width + GAP;
    const left = room - used;
    if (left < (count + 1 < widths.length ? MORE : 0)) break;
    count++;
  }
  return Math.max(1, count);
}
