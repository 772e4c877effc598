import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import type { RefObject } from "react";
import { AskReplace, FloatAt } from "../../../workbench/spans/float-at.tsx";
import { EntityChooser } from "./entity-chooser.tsx";
import { firstChoice } from "./first-choice.ts";
import { NoEntities } from "./no-entities.tsx";
import type { AtWords, Tagging } from "./use-tagging.ts";

export type AtWordsBoxProps = {
  open: AtWords;
  anchor: RefObject<HTMLElement | null>;
  record: ShownTokenRecord;
  labels: readonly GlobalLabel[];
  tagging: Tagging;
};

/** What opens at words that were selected: the chooser of entities, or whether others give way. */
export function AtWordsBox({ open, anchor, record, labels, tagging }: AtWordsBoxProps) {
  const words = tagging.wordsAt(open.at);
  const key = `${open.type} ${open.at.start} ${open.at.end}`;
  if (open.type === "ask")
    return (
      <AskReplace
        key={key}
        anchor={anchor}
        words={words}
        replaced={open.entities.map((entity) => ({ words: tagging.wordsAt(entity), label: entity.label }))}
        onYes={() => tagging.replace(open)}
        onClose={tagging.close}
      />
    );
  return (
    <FloatAt
      key={key}
      anchor={anchor}
      label={t("taskTokens.chooser", { words })}
      className={labels.length === 0 ? "w-72" : "w-60"}
      onClose={tagging.close}
    >
      {labels.length === 0 ? (
        <NoEntities onClose={tagging.close} />
      ) : (
        <EntityChooser
          words={words}
          labels={labels}
          first={firstChoice(record, labels, open.at)}
          current={open.entity?.label ?? null}
          onTake={(taken) => tagging.choose(open, taken)}
          onRemove={removal(record, open, tagging)}
          onClose={tagging.close}
        />
      )}
    </FloatAt>
  );
}

/** What stands at the words can be removed, also while it is only where the answer starts from. */
function removal({ answer }: ShownTokenRecord, open: AtWords, { remove }: Tagging): (() => void) | null {
  const entity = answer.entities.find(({ start, end }) => start === open.at.start && end === open.at.end);
  return entity === undefined ? null : () => remove(entity);
}
