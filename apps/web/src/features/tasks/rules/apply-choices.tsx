import type { MatchedRecord } from "@postil/domain/tasks/rules-matches";
import type { AppliedRule, SuggestionWish } from "@postil/domain/tasks/rules-suggestions";
import { t } from "i18next";
import { type ReactNode, useId, useMemo } from "react";
import { Choice } from "../../../ui/choice.tsx";
import { countsOf } from "./apply-counts.ts";

type ChoicesProps = {
  applied: readonly AppliedRule[];
  matched: readonly MatchedRecord[];
  /** The active rule, if it is stored. */
  only: { readonly place: number; readonly query: string } | null;
  wish: SuggestionWish;
  onWish: (wish: SuggestionWish) => void;
};

/** Which rules and which records, each with how many that would be. */
export function Choices({ applied, matched, only, wish, onWish }: ChoicesProps) {
  const counts = useMemo(() => countsOf(applied, matched, wish), [applied, matched, wish]);
  const onlyCount = useMemo(() => (only ? counts.only(only.place) : 0), [counts, only]);
  return (
    <>
      <Group title={t("taskRules.applying.rules")}>
        {(name) => (
          <>
            <Counted
              name={name}
              isOn={wish.only === null}
              onChoose={() => onWish({ ...wish, only: null })}
              count={counts.all}
            >
              {t("taskRules.applying.allRules", { count: applied.length })}
            </Counted>
            {only && (
              <Counted
                name={name}
                isOn={wish.only !== null}
                onChoose={() => onWish({ ...wish, only: only.place })}
                count={onlyCount}
              >
                {t("taskRules.applying.only")}{" "}
                <span translate="no" className="font-mono text-small wrap-anywhere">
                  {only.query}
                </span>
              </Counted>
            )}
          </>
        )}
      </Group>
      <Group title={t("taskRules.applying.records")}>
        {(name) => (
          <>
            <Counted
              name={name}
              isOn={!wish.annotated}
              onChoose={() => onWish({ ...wish, annotated: false })}
              count={counts.unanswered}
            >
              {t("taskRules.applying.unanswered")}
            </Counted>
            <Counted
              name={name}
              isOn={wish.annotated}
              onChoose={() => onWish({ ...wish, annotated: true })}
              count={counts.answered}
            >
              {t("taskRules.applying.all")}
            </Counted>
          </>
        )}
      </Group>
      <Group title={t("taskRules.applying.disputed")}>
        {(name) => (
          <>
            <Counted
              name={name}
              isOn={!wish.disputed}
              onChoose={() => onWish({ ...wish, disputed: false })}
              count={counts.disputed}
            >
              {t("taskRules.applying.leaveOut")}
            </Counted>
            <Counted name={name} isOn={wish.disputed} onChoose={() => onWish({ ...wish, disputed: true })}>
              {t("taskRules.applying.both")}
            </Counted>
          </>
        )}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: (name: string) => ReactNode }) {
  const id = useId();
  return (
    <>
      <p id={id} className="text-soft max-md:mt-3">
        {title}
      </p>
      <div role="radiogroup" aria-labelledby={id}>
        {children(id)}
      </div>
    </>
  );
}

type CountedProps = { name: string; isOn: boolean; onChoose: () => void; count?: number; children: ReactNode };

function Counted({ name, isOn, onChoose, count, children }: CountedProps) {
  return (
    <Choice
      group={name}
      checked={isOn}
      onChoose={onChoose}
      label={<span className="line-clamp-2">{children}</span>}
      end={
        count === undefined ? undefined : <span className="tabular-nums">{t("taskRules.recordCount", { count })}</span>
      }
    />
  );
}
