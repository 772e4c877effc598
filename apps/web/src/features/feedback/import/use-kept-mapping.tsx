import { t } from "i18next";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { signedInId } from "../../../lib/session/store.ts";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { type KeptFile, keepSaid, keptSaid, type MappingState, NO_MAPPING, saidBefore } from "./kept-said.ts";
import { isAnythingSaid, saidInto } from "./said.ts";
import { saidOfWhole } from "./say.ts";

type Held = {
  /** the file that it is of */
  readonly id: string;
  readonly mapping: MappingState;
  /** false: it goes with the page */
  readonly isKept: boolean;
  /** "back": it was kept, and is here again; a mapping: the person started over without it; null: neither */
  readonly past: "back" | MappingState | null;
  /** changes when all is replaced, so that no box shows what was typed before */
  readonly turn: number;
};

export type OnMapping = (change: (before: MappingState) => MappingState) => void;

/** What is shown above the steps, and the key of the steps. */
export type Restored = { readonly notice: ReactNode; readonly turn: number };

const nothingSaid = (into: string | null): MappingState =>
  into === null ? NO_MAPPING : { ...NO_MAPPING, said: { ...NO_MAPPING.said, into: saidInto(into) } };

function heldOf(id: string, file: KeptFile | null, into: string | null, turn = 0): Held {
  const userId = signedInId() ?? "";
  const kept = keptSaid(userId, id, into) ?? (file && saidBefore(userId, file, into));
  return { id, mapping: kept ?? nothingSaid(into), isKept: true, past: kept && "back", turn };
}

/**
 * What is said of a file, kept on this computer from the first word (IMP-110). `into`: the dataset that the file goes into.
 * `isWhole` is false for the beginning of a file: that goes with the page, and so does what was said of it. `file`: null if it is
 * not known yet.
 */
export function useKeptMapping(id: string, file: KeptFile | null, into: string | null, isWhole: boolean) {
  const [userId] = useState(() => signedInId() ?? "");
  const [held, setHeld] = useState(() => heldOf(id, isWhole ? file : null, into));
  if (held.id !== id) {
    const { mapping } = held;
    setHeld({ ...held, id, mapping: { ...mapping, said: saidOfWhole(mapping.said) } });
  } else if ((held.mapping.said.into?.key ?? null) !== into) {
    setHeld(heldOf(id, isWhole ? file : null, into, held.turn + 1));
  }
  const named = useRef(file);
  useLayoutEffect(() => {
    named.current = file;
  }, [file]);
  // A box says its last word when it goes, which is before another drawing of the page.
  const latest = useRef(held);
  useLayoutEffect(() => {
    latest.current = held;
  }, [held]);
  const put = useCallback(
    (next: Held) => {
      latest.current = { ...next, isKept: isWhole && keepSaid(userId, next.id, next.mapping, named.current) };
      setHeld(latest.current);
    },
    [userId, isWhole],
  );
  const onMapping = useCallback<OnMapping>(
    (change) => {
      const { past, ...before } = latest.current;
      put({ ...before, mapping: change(before.mapping), past: past === "back" ? past : null });
    },
    [put],
  );
  const first = useRef(id);
  // What was said of the beginning is kept as soon as the whole file is there.
  useEffect(() => {
    if (first.current !== id && isAnythingSaid(latest.current.mapping.said)) put(latest.current);
    first.current = id;
  }, [id, put]);
  useLastWords();
  const { mapping, isKept, past, turn } = held;
  useEffect(() => {
    if (past !== "back") return;
    announce(t("importing.kept.back"));
    // It may have been said of the same file when that was sent before.
    put(latest.current);
  }, [past, put]);
  const replace = (next: MappingState, nextPast: Held["past"]) =>
    put({ ...held, mapping: next, past: nextPast, turn: turn + 1 });
  const notice = past !== null && (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-1.5">
      <span className="min-w-0 flex-1 basis-60">
        {t(past === "back" ? "importing.kept.back" : "importing.kept.over")}
      </span>
      <Button
        variant="quiet"
        size="compact"
        className="text-accent"
        onClick={() => (past === "back" ? replace(nothingSaid(into), mapping) : replace(past, "back"))}
      >
        {t(past === "back" ? "importing.kept.startOver" : "importing.kept.bringBack")}
      </Button>
    </p>
  );
  return { mapping, onMapping, isKept, restored: { notice, turn } satisfies Restored };
}

/** A text is said when its box is left, and a page that goes leaves none of them. */
function useLastWords(): void {
  useEffect(() => {
    const leave = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, []);
}
