import { type FetchedRecord, holdsBack } from "@postil/domain/queue/queue";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { OwnResponse, ResponseValues } from "@postil/domain/records/record-status";
import { withCondition } from "@postil/domain/search/record-criteria";
import { useEffect, useRef, useState } from "react";
import { createServer } from "../../../lib/outbox/testing.ts";
import { ExportDialogContext, ExportHere, type ExportOpening } from "../../../workbench/export/export-button.tsx";
import { ExportDialog } from "../../../workbench/export/export-dialog.tsx";
import { FamilyContext } from "../../../workbench/family/family.ts";
import { Bar } from "../bar/bar.tsx";
import type { FilterRowProps, FindOffer } from "../bar/find-offer.ts";
import QueueViews from "../bar/queue-views.tsx";
import { BulkActions } from "../bulk/bulk-actions.tsx";
import type { DrawRow } from "../bulk/bulk-row.tsx";
import { BulkSheet } from "../bulk/bulk-sheet.tsx";
import { type BulkForm, useBulk } from "../bulk/use-bulk.ts";
import { useBulkHandlers } from "../bulk/use-bulk-handlers.ts";
import type { BulkWire } from "../bulk/use-bulk-run.ts";
import { useHeld } from "../queue/leaving.ts";
import { ProgressProvider } from "../queue/progress.tsx";
import type { ShownItem } from "../queue/queue-state.ts";
import type { RecordsApi } from "../queue/records-api.ts";
import { RecordMenu } from "../record/record-menu.tsx";
import { ActionBar } from "./action-bar.tsx";
import type { FrameChrome } from "./frame.tsx";
import { LabelingPanes } from "./labeling-panes.tsx";
import { useRecordCommands } from "./record-commands.ts";
import { RecordSheet } from "./record-sheet.tsx";
import { useAddress } from "./use-address.ts";
import { useAnnotation } from "./use-annotation.ts";
import { createWordsFamily, exportOf, SHORT } from "./words-family.fixture.ts";

/** An invented dataset family: its records are words, and its answers tell if a word is real. */
type Word = LabeledRecord & { readonly word: string; readonly guess: string | null };

const said = (verdict: string | null): ResponseValues => (verdict === null ? {} : { verdict: { value: verdict } });
function verdictOf(response: OwnResponse | null): string | null {
  const verdict = response?.values?.verdict?.value;
  return typeof verdict === "string" ? verdict : null;
}

/** Its server, with a word for each record `r1`, `r2`. The guess for a word follows a colon. */
export function createWordServer(...words: string[]) {
  const server = createServer();
  const all = words.map((text, at): Word => {
    const [word = "", guess = null] = text.split(":");
    const times = { insertedAt: 1, updatedAt: 1 };
    return { id: `r${at + 1}`, datasetId: "d1", metadata: null, externalId: null, ...times, word, guess };
  });
  const fetched = (record: Word): FetchedRecord<Word> => ({
    record,
    response: server.responses.get(record.id) ?? null,
    queryScore: null,
  });
  const records: RecordsApi<Word> = {
    page: async (_datasetId, { status, filters }, { start, size }) => {
      const short = filters.some(({ condition }) => condition.type === "range");
      const found = all.filter(({ id, word }) => server.statusOf(id) === status && (!short || word.length <= 3));
      return { items: found.slice(start - 1, start - 1 + size).map(fetched), total: found.length };
    },
    record: async (recordId) => {
      const record = all.find(({ id }) => id === recordId);
      return record === undefined ? null : fetched(record);
    },
  };
  const wire: BulkWire<Word> = {
    records,
    save: (datasetId, items) =>
      Promise.all(
        items.map(async ({ recordId, ...answer }) => {
          const note = { datasetId, shownFor: null };
          const [reply] = await server.api.upsert([{ recordId, answer, seen: undefined }], note);
          return reply && "item" in reply && reply.item ? { saved: reply.item } : { refused: "" };
        }),
      ),
    drawn: () => ({}),
    suggested: ({ record }) => (record.guess === null ? null : said(record.guess)),
  };
  return { ...server, ...createWordsFamily(), words: { ...wire, records, texts: words } };
}

function ShortOnly({ controls }: FilterRowProps) {
  const change = () =>
    controls.change((before) => ({ ...before, filters: withCondition(before.filters, SHORT.scope, SHORT.condition) }));
  return (
    <button type="button" onClick={change}>
      Short words
    </button>
  );
}

const FIND: FindOffer = {
  fields: [{ name: "word", title: "Word" }],
  filters: { exists: true, loading: false },
  FilterRow: ShortOnly,
  SortPopover: () => null,
};
const CHROME: FrameChrome = {
  ...{ datasetId: "d1", title: "Words", guidelines: null, progress: null, foot: null, notice: null },
};
const draw: DrawRow<Word> = ({ word, guess }) => ({ oneLine: true, text: word, suggested: guess, menu: null });

type WordServer = Pick<ReturnType<typeof createWordServer>, "words" | "family">;

/** The page of such a dataset, built from the parts of the workbench. */
export function WordsPage({ words, family }: WordServer) {
  const [WordsExport] = useState(() => (opening: ExportOpening) => (
    <ExportDialog
      {...opening}
      api={exportOf(words.texts)}
      says="feedback"
      name="words"
      workspace="archive"
      kind="Words"
    />
  ));
  return (
    <FamilyContext value={family}>
      <ProgressProvider datasetId="d1">
        <ExportDialogContext value={WordsExport}>
          <ExportHere datasetId="d1" />
        </ExportDialogContext>
        <Page wire={words} />
      </ProgressProvider>
    </FamilyContext>
  );
}

function Page({ wire }: { wire: WordServer["words"] }) {
  const form = useRef<string | null>(null);
  const annotation = useAnnotation<Word>({
    ...{ datasetId: "d1", address: useAddress(), records: wire.records, known: () => null },
    changesOf: ({ status, response }) => {
      const held = holdsBack(status, form.current !== verdictOf(response));
      return held && { status: held, kept: null };
    },
  });
  const { queue, controls } = annotation;
  const own = { annotation, wire };
  return (
    <>
      <Bar
        datasetId="d1"
        controls={controls}
        find={FIND}
        noteRef={() => undefined}
        views={<QueueViews datasetId="d1" controls={controls} onOpenRecord={annotation.open} />}
      />
      {queue.committed.size !== null && queue.items.length > 0 ? (
        <Many {...own} size={queue.committed.size} />
      ) : (
        queue.current && (
          <One {...own} key={`${queue.current.record.id}/${annotation.openings}`} item={queue.current} form={form} />
        )
      )}
    </>
  );
}

type Annotation = ReturnType<typeof useAnnotation<Word>>;
type Own = { annotation: Annotation; wire: BulkWire<Word> };

function Verdicts({ chosen, onChoose }: { chosen: string | null; onChoose: (verdict: string) => void }) {
  return ["real", "made up"].map((verdict) => (
    <button key={verdict} type="button" aria-pressed={verdict === chosen} onClick={() => onChoose(verdict)}>
      {verdict}
    </button>
  ));
}

function One({ annotation, item, form }: Own & { item: ShownItem<Word>; form: { current: string | null } }) {
  const { queue, actions, controls, commands, leave } = annotation;
  const [verdict, setVerdict] = useState(verdictOf(item.response));
  useEffect(() => {
    form.current = verdict;
  });
  useHeld(leave, holdsBack(item.status, verdict !== verdictOf(item.response)) !== null);
  const may = { submit: verdict !== null, saveDraft: verdict !== null, discard: true, clear: true };
  const own = useRecordCommands({
    submit: () => actions.submit(said(verdict)),
    draft: () => actions.saveDraft(said(verdict)),
    discard: () => actions.discard(said(verdict)),
    clear: actions.clear,
    accept: () => actions.submit(said(item.record.guess)),
    takesKeys: () => true,
    may: () => ({ ...may, accept: item.record.guess !== null }),
  });
  const { total, left, hasPrevious, waiting, status: queueStatus } = queue;
  return (
    <LabelingPanes
      chrome={CHROME}
      recordId={item.record.id}
      sheet={
        <RecordSheet
          {...item}
          {...{ total, left, hasPrevious, waiting, queueStatus, controls, commands }}
          vectors={[]}
          body={<p>The word is {item.record.word}</p>}
          menu={<RecordMenu record={item.record} text={() => item.record.word} properties={[]} link={() => ""} />}
          head={null}
        />
      }
      questions={<Verdicts chosen={verdict} onChoose={setVerdict} />}
      actions={
        <ActionBar
          commands={own}
          guidelines={commands.guidelines}
          may={may}
          status={item.status}
          saving={item.saved === "saving"}
          whyNot=""
        />
      }
    />
  );
}

function Many({ annotation, wire, size }: Own & { size: Parameters<typeof useBulk>[0]["size"] }) {
  const { queue, drafts, controls, commands, leave, writing } = annotation;
  const list = useRef<HTMLDivElement>(null);
  const [verdict, setVerdict] = useState<string | null>(null);
  const held = { verdict };
  const form: BulkForm = {
    held: () => held,
    values: () => said(verdict),
    may: (selected) => ({
      submit: selected > 0 && verdict !== null,
      saveDraft: selected > 0 && verdict !== null,
      discard: selected > 0,
      clear: verdict !== null,
    }),
    leadToMissing: () => (verdict === null ? "Say whether it is real" : null),
    clear: () => setVerdict(null),
    clearIf: () => setVerdict(null),
  };
  const bulk = useBulk({ datasetId: "d1", wire, form, queue, drafts, leave, writing, size });
  const handlers = useBulkHandlers(bulk, queue, list);
  return (
    <LabelingPanes
      chrome={CHROME}
      recordId={bulk.pageKey}
      sheet={
        <BulkSheet
          {...{ datasetId: "d1", draw, queue, controls, commands, leave, size, bulk, handlers, list }}
          vectors={[]}
          head={null}
          note={null}
        />
      }
      questions={<Verdicts chosen={verdict} onChoose={setVerdict} />}
      actions={
        <BulkActions
          commands={handlers.record}
          guidelines={commands.guidelines}
          count={bulk.count}
          may={form.may(bulk.count)}
          discards
          whyNot={{ submit: "", draft: "", discard: "" }}
          underway={bulk.run.underway}
          rests={bulk.rests}
          onStop={bulk.run.stop}
        />
      }
    />
  );
}
