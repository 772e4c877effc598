import { globalLabels } from "@postil/domain/tasks/labels";
import type { Answer, ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { act, fireEvent, render } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../lib/commands/commands-provider.tsx";
import { LiveRegion } from "../../ui/screen-reader.tsx";
import type { AnswerChange, RecordActions } from "./saving/use-task-actions.ts";
import type { AnnotateProps } from "./task-kind.ts";

export type Look = { readonly labels?: readonly string[]; readonly isCursor?: boolean; readonly alone?: boolean };

type Edit = { readonly answer: Answer | null; readonly untouched: readonly string[] };

/** Renders the area of one row. It shows edits and records the other actions. */
export function openArea<Of extends ShownTaskRecord>(
  Area: ComponentType<AnnotateProps<Of>>,
  shownWith: (edit: Of["answer"] | null, untouched: readonly string[]) => Of,
  { labels: texts = [], isCursor = true, alone = false }: Look = {},
) {
  const labels = globalLabels(texts, "city.inbox", true);
  const latest: { record: Of; show: (answer: Answer | null, untouched?: readonly string[]) => void } = {
    record: shownWith(null, []),
    show: () => undefined,
  };
  const edit = vi.fn((...changes: AnswerChange[]) => latest.show(changes[0]?.answer ?? null, changes[0]?.untouched));
  const actions = {
    edit,
    answer: vi.fn<RecordActions["answer"]>(() => true),
    resetAnnotation: vi.fn<RecordActions["resetAnnotation"]>(),
    validate: vi.fn<RecordActions["validate"]>(),
    discard: vi.fn<RecordActions["discard"]>(),
    clear: vi.fn<RecordActions["clear"]>(),
    reset: vi.fn<RecordActions["reset"]>(),
  };
  function Row() {
    const [{ answer, untouched }, show] = useState<Edit>({ answer: null, untouched: [] });
    // The answer has the record's task, because the area made it.
    latest.record = shownWith(answer as Of["answer"] | null, untouched);
    latest.show = (next, left = []) => show({ answer: next, untouched: left });
    return (
      <article data-record={latest.record.key}>
        <Area
          record={latest.record}
          labels={labels}
          isCursor={isCursor}
          alone={alone}
          actions={actions}
          toCursor={() => undefined}
        />
      </article>
    );
  }
  const rendered = render(
    <CommandsProvider>
      <LiveRegion />
      <input aria-label="elsewhere" />
      <Row />
    </CommandsProvider>,
  );
  return {
    ...rendered,
    actions,
    record: () => latest.record,
    /** The answer of the last call. */
    lastOf: (name: "edit" | "answer") => actions[name].mock.lastCall?.[0]?.answer,
    show: (answer: Answer | null) => act(() => latest.show(answer)),
    press: (key: string, more: KeyboardEventInit = {}) =>
      fireEvent.keyDown(document.activeElement ?? document.body, {
        key,
        code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
        ...more,
      }),
  };
}
