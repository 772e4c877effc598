import { spanKey } from "@postil/domain/spans/same-spans";
import { wordsIn } from "@postil/domain/spans/same-words";
import type { Stretch } from "@postil/domain/spans/span";
import type { ShownTaskRecord, ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { heldEntities, withEntities } from "@postil/domain/tasks/tag-entities";
import { t } from "i18next";
import { type RefObject, useLayoutEffect, useMemo } from "react";
import type { Keys } from "../../../lib/commands/command.ts";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { useTaskPage } from "../state/task-page-context.ts";
import type { AreaProps } from "../task-kind.ts";
import { type Tagged, useEntityChoice } from "./entity-choice.ts";
import { unitsOf } from "./token-units.ts";

export type TagMoreProps = AreaProps<ShownTokenRecord> & {
  /** the action of the key; null if the words occur nowhere else */
  run: RefObject<(() => void) | null>;
  /** as printed on the keyboard */
  keys: Keys | undefined;
};

/** Tags further occurrences of the words that were tagged last (TAN-09). */
export function TagMore({ run, keys, ...props }: TagMoreProps) {
  const more = useTagMore(props);
  useLayoutEffect(() => {
    run.current = more?.run ?? null;
    return () => {
      run.current = null;
    };
  });
  if (more === null) return null;
  return (
    <Button variant="quiet" keys={keys} onClick={more.run} className="min-w-0">
      <span translate="no" className="truncate">
        {more.text}
      </span>
    </Button>
  );
}

type Found = { readonly record: ShownTokenRecord; readonly at: readonly Stretch[] };

/** "Tag 4 more “Apple”": first in the same record, then in the other records of the page. Null if there are none. */
function useTagMore({ record, labels, actions }: AreaProps<ShownTokenRecord>) {
  const { results } = useTaskPage();
  const { tagged } = useEntityChoice(labels[0]?.datasetId ?? "");
  const records = results?.records;
  const found = useMemo(() => {
    if (tagged?.recordKey !== record.key || !isThere(record, tagged)) return null;
    const here = foundIn(record, tagged);
    if (here.at.length > 0) return { where: "here" as const, in: [here] };
    const others = (records ?? []).filter(isOther(record)).map((other) => foundIn(other, tagged));
    return { where: "page" as const, in: others.filter(({ at }) => at.length > 0) };
  }, [tagged, record, records]);
  if (tagged === null || found === null || found.in.length === 0) return null;
  const count = found.in.reduce((sum, { at }) => sum + at.length, 0);
  const words = { count, words: tagged.text, label: tagged.label };
  return {
    text: t(`taskTokens.tag.${found.where}`, words),
    run: () => {
      actions.edit(
        ...found.in.map((one) => ({ record: one.record, answer: withEntities(one.record, tagged.label, ...one.at) })),
      );
      announce(t("taskTokens.tag.done", words));
    },
  };
}

const foundIn = (record: ShownTokenRecord, { words }: Tagged): Found => ({
  record,
  at: wordsIn(unitsOf(record), words, heldEntities(record)),
});

/** The entity may be gone: cleared, reset or undone. */
const isThere = ({ answer }: ShownTokenRecord, { at, label }: Tagged): boolean =>
  answer.entities.some((entity) => spanKey(entity) === spanKey({ ...at, label }));

/** Discarded records stay as they are. */
const isOther =
  (than: ShownTokenRecord) =>
  (record: ShownTaskRecord): record is ShownTokenRecord =>
    record.task === "TokenClassification" && record.key !== than.key && record.status !== "Discarded";
