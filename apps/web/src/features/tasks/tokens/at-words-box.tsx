import { t } from "i18next";
import "./tokens.css";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { keysOfPress } from "../../../lib/commands/chord.ts";
import { Button } from "../../../ui/button.tsx";
import { EntityChooser } from "./entity-chooser.tsx";
import { firstChoice } from "./first-choice.ts";
import { FloatAt } from "./float-at.tsx";
import { NoEntities } from "./no-entities.tsx";
import type { AtWords, Tagging } from "./use-tagging.ts";

export type AtWordsBoxProps = {
  open: AtWords;
  anchor: RefObject<HTMLElement | null>;
  record: ShownTokenRecord;
  labels: readonly GlobalLabel[];
  tagging: Tagging;
};

/** What opens at words that were selected: the chooser of entities, a question, or why not. */
export function AtWordsBox({ open, anchor, record, labels, tagging }: AtWordsBoxProps) {
  const words = tagging.wordsAt(open.at);
  const isRefused = open.type === "refused";
  const label = open.type === "choose" ? t("taskTokens.chooser", { words }) : t("taskTokens.overlap", { words });
  return (
    <FloatAt
      key={`${open.type} ${open.at.start} ${open.at.end}`}
      anchor={anchor}
      label={label}
      className={isRefused ? "postil-refused w-72" : open.type === "ask" || labels.length === 0 ? "w-72" : "w-60"}
      onClose={tagging.close}
    >
      {open.type === "refused" ? (
        <Refusal
          text={t("taskTokens.refused", { words: tagging.wordsAt(open.entity), label: open.entity.label })}
          onClose={tagging.close}
        />
      ) : open.type === "ask" ? (
        <Question
          text={t("taskTokens.replace", { count: open.entities.length })}
          onYes={() => tagging.replace(open)}
          onClose={tagging.close}
        />
      ) : labels.length === 0 ? (
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

/** Has the focus, so that the next key closes it. */
function Refusal({ text, onClose }: { text: string; onClose: () => void }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    event.preventDefault();
    if (event.key !== "Shift") onClose();
  };
  return (
    <p ref={note} tabIndex={-1} onKeyDown={onKeyDown} className="px-3 py-2 outline-0">
      {text}
    </p>
  );
}

/** Enter and Escape keep what is there: an Enter that was meant for the record destroys nothing. */
function Question({ text, onYes, onClose }: { text: string; onYes: () => void; onClose: () => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    if (keysOfPress(event.nativeEvent) === YES) onYes();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are the controls
    <div onKeyDown={onKeyDown} className="p-2">
      <p className="px-1 pb-2">{text}</p>
      <div className="flex justify-end gap-2">
        <Button size="compact" keys={YES} onClick={onYes}>
          {t("taskTokens.yes")}
        </Button>
        <Button variant="primary" size="compact" keys="Enter" autoFocus onClick={onClose}>
          {t("taskTokens.no")}
        </Button>
      </div>
    </div>
  );
}

const YES = "R";
