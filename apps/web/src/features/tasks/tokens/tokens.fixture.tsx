import { tokenUnits } from "@postil/domain/spans/span-units";
import { globalLabels } from "@postil/domain/tasks/labels";
import { shownRecord } from "@postil/domain/tasks/record-edit";
import { taskRecordKey } from "@postil/domain/tasks/record-key";
import type { Answer, ShownTokenRecord, TokenRecord } from "@postil/domain/tasks/shown-record";
import type { Entity } from "@postil/domain/tasks/task-record";
import { placeTokens } from "@postil/domain/tasks/token-borders";
import { fireEvent, render, screen } from "@testing-library/react";
import { useMemo, useState } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import { LiveRegion } from "../../../ui/screen-reader.tsx";
import { rangeOf } from "../../../workbench/spans/text-places.ts";
import type { RecordActions } from "../saving/use-task-actions.ts";
import { type TaskPage, TaskPageContext } from "../state/task-page-context.ts";
import { entityChoice } from "./tagging.ts";
import { TOKEN_CLASSIFICATION } from "./token-classification.tsx";

const DATASET_ID = "archive.voyage";
const { Annotate, Extra, Bar, StripEnd } = TOKEN_CLASSIFICATION;

type Given = Partial<Pick<TokenRecord, "text" | "tokens" | "prediction" | "annotation" | "status">>;

/** A record of a page. Without given tokens the text is split at spaces. */
function tokenRecordOf(given: Given, number = 1): TokenRecord {
  const { text = "Ada Byron met Ada in Paris", tokens = text.split(/\s+/) } = given;
  const task = "TokenClassification";
  const id = `k${number}`;
  return {
    ...{ id, key: taskRecordKey({ workspace: "archive", dataset: "voyage", task, id }), task, text, tokens },
    ...{ metadata: {}, eventTimestamp: null, lastUpdated: 0, searchKeywords: [], vectors: {}, status: "Default" },
    ...{ prediction: null, annotation: null },
    ...given,
  };
}

/** An entity on the first occurrence of these words. */
export function entityIn(text: string, words: string, label: string, score = 1): Entity {
  const start = [...text.slice(0, text.indexOf(words))].length;
  return { start, end: start + [...words].length, label, score };
}

type Options = {
  readonly labels?: readonly string[];
  readonly others?: readonly Given[];
  readonly privileged?: boolean;
};

/** The cursor record with the bar above it, as the list draws them. Memory keeps the edits. */
export function openTokens(given: Given = {}, { labels: texts, others = [], privileged = false }: Options = {}) {
  const labels = globalLabels(texts ?? ["Person", "Place", "Vessel"], DATASET_ID, true);
  const stored = [given, ...others].map((one, index) => tokenRecordOf(one, index + 1));
  let now: readonly ShownTokenRecord[] = [];
  entityChoice(DATASET_ID).set({ armed: null, last: null, tagged: null });
  // Gives the window room for everything.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  function Host() {
    const [edits, setEdits] = useState<ReadonlyMap<string, Answer>>(new Map());
    const records = useMemo(
      () =>
        stored.map(
          (one) =>
            shownRecord(one, { wanted: null, saved: null, edit: edits.get(one.key) ?? null }) as ShownTokenRecord, // of its task
        ),
      [edits],
    );
    now = records;
    const [record] = records;
    const actions = useMemo(
      () =>
        ({
          edit: (...changes) =>
            setEdits(
              (before) => new Map([...before, ...changes.map(({ record, answer }) => [record.key, answer] as const)]),
            ),
        }) as Pick<RecordActions, "edit"> as RecordActions, // nothing else is asked for here
      [],
    );
    const page = { results: { total: records.length, records }, privileged } as unknown as TaskPage; // what the parts read
    if (record === undefined || !Bar || !StripEnd || !Extra) return null;
    const area = { record, labels, isCursor: true, alone: false, actions };
    return (
      <TaskPageContext value={page}>
        <LiveRegion />
        <Bar labels={labels} />
        <StripEnd labels={labels}>
          <p>{records.length} records</p>
        </StripEnd>
        <article tabIndex={-1} aria-label="Record 1">
          <Annotate {...area} toCursor={() => undefined} />
          <Extra {...area} />
        </article>
      </TaskPageContext>
    );
  }
  const { container, unmount } = render(
    <CommandsProvider>
      <Host />
    </CommandsProvider>,
  );
  return {
    container,
    unmount,
    labels,
    record: (index = 0) => now[index],
    ...textOf(stored[0]?.text ?? "", stored[0]?.tokens ?? []),
  };
}

function textOf(text: string, tokens: readonly string[]) {
  const placed = placeTokens(text, tokens);
  const { points } = tokenUnits(text, "missing" in placed ? [] : placed.places);
  const root = () => {
    const found = document.querySelector("article .postil-spans");
    if (found === null) throw new Error("The text is not drawn");
    return found;
  };
  const pointAt = (place: number) => ({ clientX: place * WIDTH + 1, clientY: 0, button: 0 });
  const position = (place: number, end: boolean) => {
    const range = rangeOf(root(), points, end ? { start: place - 1, end: place } : { start: place, end: place + 1 });
    if (range === null) throw new Error(`No text at ${place}`);
    return end
      ? ([range.endContainer, range.endOffset] as const)
      : ([range.startContainer, range.startOffset] as const);
  };
  // jsdom has no layout: here all characters stand in one line and have the same width.
  Object.assign(document, {
    caretPositionFromPoint: (x: number) => {
      const [offsetNode, offset] = position(Math.floor(x / WIDTH), false);
      return { offsetNode, offset };
    },
  });
  const press = (place: number, detail: number, shiftKey = false) => {
    const at = { ...pointAt(place), detail, shiftKey };
    fireEvent.mouseDown(root(), at);
    fireEvent.mouseUp(root(), at);
  };
  return {
    /** Drags the pointer from one character to another, in either direction. Both characters are selected. */
    drag: (from: number, to: number) => {
      const backwards = to < from;
      fireEvent.mouseDown(root(), pointAt(from));
      document
        .getSelection()
        ?.setBaseAndExtent(
          ...position(backwards ? from + 1 : from, backwards),
          ...position(backwards ? to : to + 1, !backwards),
        );
      fireEvent.mouseUp(root(), { ...pointAt(to), detail: 1 });
    },
    click: (place: number, times = 1) => {
      for (let detail = 1; detail <= times; detail++) press(place, detail);
    },
    shiftClick: (place: number) => press(place, 1, true),
  };
}

/** of a character, px */
const WIDTH = 10;

/** Types the keys into the focused element. Returns their number. */
export function typeKeys(...keys: readonly string[]): number {
  for (const key of keys) {
    const shiftKey = key.startsWith("Shift+");
    const plain = key.replace("Shift+", "");
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key: plain === "Space" ? " " : plain,
      code: /^\d$/.test(plain) ? `Digit${plain}` : plain,
      shiftKey,
    });
  }
  return keys.length;
}

export const chooser = () => screen.queryByRole("dialog", { name: /^Entity of/ });
