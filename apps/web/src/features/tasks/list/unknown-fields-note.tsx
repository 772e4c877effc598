import { QueryFault } from "@postil/domain/search/query-string/query-fault";
import { unknownFields } from "@postil/domain/search/query-string/unknown-fields";
import type { MetadataKind } from "@postil/domain/tasks/metadata-kinds";
import { taskSearchFields } from "@postil/domain/tasks/task-fields";
import { useMemo } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Phrase } from "../../../ui/phrase.tsx";
import type { QueryPage } from "../query/query-page.ts";

type UnknownFieldsNoteProps = Pick<QueryPage, "view" | "dataset" | "aggregations">;

/**
 * Shown if nothing was found: the names in the query that are not fields of any record (TSE-30). Lazily loaded, because it
 * parses queries.
 */
export default function UnknownFieldsNote({ view, dataset, aggregations }: UnknownFieldsNoteProps) {
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
