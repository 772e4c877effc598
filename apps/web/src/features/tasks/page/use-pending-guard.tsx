import { sameJson } from "@postil/domain/same-json";
import { isPending } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useCallback, useRef, useState } from "react";
import { useLatest } from "../../../lib/use-latest.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { TaskActions } from "../saving/use-task-actions.ts";
import type { PendingQuestionProps } from "./pending-question.tsx";

const PendingQuestion = lazyPart<PendingQuestionProps>(() => import("./pending-question.tsx"));

type Guard = {
  /** Goes, once nothing of the page waits to be validated: asks what to become of it first (TST-12, TST-13). */
  readonly guarded: (go: () => void) => void;
  /** The question, while it is asked. */
  readonly question: ReactNode;
};

const editOf = ({ key, answer }: ShownTaskRecord): string => JSON.stringify([key, answer]);

type Asked = { readonly go: () => void; readonly stay: () => void };
const nothing = () => undefined;

/**
 * Records of the page that are edited and not validated are asked about before other records take their place, by whatever way: the
 * page's own controls, links, back and forward (TST-09, TOA-15). `leaving` is so while what they are to become is done.
 */
export function usePendingGuard(
  records: readonly ShownTaskRecord[],
  actions: TaskActions,
  leaving: RefObject<boolean>,
): Guard {
  const pending = records.filter(isPending);
  const now = useLatest(() => pending);
  /** The edits that are left as they are, kept on the device: they are not asked about again on the way out (TST-09). */
  const left = useRef<readonly string[]>([]);
  const isLeft = useLatest(() => sameJson(now().map(editOf), left.current));
  const [asked, setAsked] = useState<Asked | null>(null);
  const guarded = useCallback(
    (go: () => void) => {
      if (now().length === 0 || isLeft()) go();
      else setAsked({ go, stay: nothing });
    },
    [now, isLeft],
  );
  const blocker = useBlocker({
    // What the page says of itself in the address is no way to leave it, and passes by.
    shouldBlockFn: ({ current, next }) =>
      !isLeft() && (current.pathname !== next.pathname || !sameJson(current.search, next.search)),
    disabled: pending.length === 0,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const asking = asked ?? (blocker.status === "blocked" ? { go: blocker.proceed, stay: blocker.reset } : null);
  const answer = (then: () => void) => {
    setAsked(null);
    then();
  };
  const leave = (what: () => void, then: () => void) => {
    leaving.current = true;
    left.current = pending.map(editOf);
    try {
      what();
    } finally {
      leaving.current = false;
    }
    answer(then);
  };
  return {
    guarded,
    question: asking !== null && (
      <PendingQuestion
        count={pending.length}
        onGo={() => leave(nothing, asking.go)}
        onValidate={() => leave(() => actions.validate(pending), asking.go)}
        onStay={() => answer(asking.stay)}
        whenMissing={() => answer(asking.stay)}
      />
    ),
  };
}
