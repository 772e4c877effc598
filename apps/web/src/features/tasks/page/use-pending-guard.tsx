import { sameJson } from "@postil/domain/same-json";
import { isPending } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useCallback, useState } from "react";
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
  const [asked, setAsked] = useState<Asked | null>(null);
  const guarded = useCallback(
    (go: () => void) => {
      if (now().length === 0) go();
      else setAsked({ go, stay: nothing });
    },
    [now],
  );
  const blocker = useBlocker({
    // What the page says of itself in the address is no way to leave it, and passes by.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname || !sameJson(current.search, next.search),
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
        onGo={() => leave(() => actions.letGo(pending), asking.go)}
        onValidate={() => leave(() => actions.validate(pending), asking.go)}
        onStay={() => answer(asking.stay)}
        whenMissing={() => answer(asking.stay)}
      />
    ),
  };
}
