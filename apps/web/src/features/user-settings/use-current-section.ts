import { useEffect, useState } from "react";
import { SECTIONS, type SectionId } from "./sections.ts";

/** From the top of the window to where a section counts as read, as a share of its height. */
const READ_FROM = 0.3;

/** The section that is read: the one the address names while its beginning is in view, else the last that has begun. */
export function useCurrentSection(hash: string): SectionId {
  const [current, setCurrent] = useState<SectionId>(SECTIONS[0]);
  useEffect(() => {
    const look = () => setCurrent(sectionRead(hash));
    look();
    // What scrolls is a part of the page, and such events do not bubble.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", look, { capture: true });
  }, [hash]);
  return current;
}

function sectionRead(hash: string): SectionId {
  const topOf = (id: SectionId) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
  const named = SECTIONS.find((id) => id === hash);
  if (named !== undefined && topOf(named) >= 0 && topOf(named) < window.innerHeight) return named;
  return SECTIONS.findLast((id) => topOf(id) <= window.innerHeight * READ_FROM) ?? SECTIONS[0];
}
