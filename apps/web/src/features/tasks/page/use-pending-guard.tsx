import { isPending } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
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

/** Records of the page that are edited and not validated are asked about before other records take their place (TST-09, TOA-15). */
export function usePendingGuard(records: readonly ShownTaskRecord[], actions: TaskActions): Guard {
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
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    disabled: pending.length === 0,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const asking = asked ?? (blocker.status === "blocked" ? { go: blocker.proceed, stay: blocker.reset } : null);
  const answer = (then: () => void) => {
    setAsked(null);
    then();
  };
  return {
    guarded,
    question: asking !== null && (
      <PendingQuestion
        count={pending.length}
        onGo={() => {
          actions.letGo(pending);
          answer(asking.go);
        }}
        onValidate={() => {
          actions.validate(pending);
          answer(asking.go);
        }}
        onStay={() => answer(asking.stay)}
        whenMissing={() => answer(asking.stay)}
      />
    ),
  };
}
