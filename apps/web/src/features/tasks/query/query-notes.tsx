import { parseQueryString, unknownFields } from "@postil/domain/search/query-string/parse";
import { QueryFault } from "@postil/domain/search/query-string/syntax";
import type { MetadataKind } from "@postil/domain/tasks/metadata";
import { taskSearchFields } from "@postil/domain/tasks/task-fields";
import { t } from "i18next";
import { type ReactNode, useMemo } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Phrase } from "../../../ui/phrase.tsx";
import type { QueryPage } from "./parts.ts";

/** The number of characters shown before and after the wrong one. */
const AROUND = 24;

type QueryFaultNoteProps = { id: string; text: string; message: string };

/** Loaded on demand, because it parses the query. */
export function QueryFaultNote({ id, text, message }: QueryFaultNoteProps) {
  const { detail, at } = useMemo(() => findFault(text, message), [text, message]);
  if (at === null) return <Note id={id}>{detail === "" ? t("taskQuery.search.failed") : detail}</Note>;
  const here = at + String.fromCodePoint(text.codePointAt(at) ?? 0x20).length;
  return (
    <Note id={id}>
      {t("taskQuery.search.at", { detail, at: [...text.slice(0, at)].length + 1 })}{" "}
      <bdi translate="no" className="font-mono whitespace-pre">
        {at > AROUND && "…"}
        {text.slice(Math.max(0, at - AROUND), at)}
        <mark className="bg-danger-fill text-danger underline decoration-wavy fill-ring">
          {text.slice(at, here) || " "}
        </mark>
        {text.slice(here, here + AROUND)}
        {text.length > here + AROUND && "…"}
      </bdi>
    </Note>
  );
}

function Note({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="px-6 pb-2 text-danger max-md:px-0">
      {children}
    </p>
  );
}

/**
 * The reason why a query was refused. `at`: the position of the wrong character, from 0, null if it is unknown. The server does
 * not tell the position, so the same parser finds it again here.
 */
function findFault(text: string, message: string): { readonly detail: string; readonly at: number | null } {
  try {
    if (text.trim() !== "") parseQueryString(text);
  } catch (error) {
    if (error instanceof QueryFault) return { detail: error.message, at: error.at };
    throw error;
  }
  return { detail: message, at: null };
}

type UnknownFieldsNoteProps = { page: Pick<QueryPage, "view" | "dataset" | "aggregations"> };

/** Shown if nothing was found: the names in the query that are not fields of any record (TSE-30). */
export function UnknownFieldsNote({ page: { view, dataset, aggregations } }: UnknownFieldsNoteProps) {
  const { text } = view.filters;
  const { task } = dataset;
  const names = useMemo(() => {
    // The metadata keys come with the counts.
    if (!text || aggregations === null) return [];
    const metadata = new Map(Object.keys(aggregations.metadata).map((key): [string, MetadataKind] => [key, "text"]));
    const { find } = taskSearchFields({ task, inputs: [], metadata });
    // Only records tell the names of inputs, and there are no records here.
    return namesIn(text, (name) => (name.startsWith("inputs.") ? ANY_INPUT : find(name)));
  }, [text, task, aggregations]);
  if (names.length === 0) return null;
  return (
    <p className="mt-2 text-ink">
      <Phrase
        of="taskQuery.search.unknown"
        values={{ count: names.length, names: all.format(names.map((name) => `“${name}”`)) }}
        parts={{
          names: (shown) => (
            <bdi translate="no" className="font-mono wrap-anywhere">
              {shown}
            </bdi>
          ),
        }}
      />
    </p>
  );
}

const all = new Intl.ListFormat(LOCALE, { type: "conjunction" });

const ANY_INPUT = { kind: "text", name: ["inputs"], analysis: "standard" } as const;

/** An unreadable query is reported elsewhere. */
function namesIn(text: string, find: Parameters<typeof unknownFields>[1]["find"]): readonly string[] {
  try {
    return unknownFields(text, { find });
  } catch (error) {
    if (error instanceof QueryFault) return [];
    throw error;
  }
}
