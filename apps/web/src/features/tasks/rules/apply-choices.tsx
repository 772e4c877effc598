import type { MatchedRecord } from "@postil/domain/tasks/rules-matches";
import type { AppliedRule, SuggestionWish } from "@postil/domain/tasks/rules-suggestions";
import { type ReactNode, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
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
  const { t } = useTranslation();
  const counts = useMemo(() => countsOf(applied, matched, wish), [applied, matched, wish]);
  const onlyCount = useMemo(() => (only ? counts.only(only.place) : 0), [counts, only]);
  return (
    <>
      <Group title={t("taskRules.applying.rules")}>
        {(name) => (
          <>
            <Choice
              name={name}
              isOn={wish.only === null}
              onChoose={() => onWish({ ...wish, only: null })}
              count={counts.all}
            >
              {t("taskRules.applying.allRules", { count: applied.length })}
            </Choice>
            {only && (
              <Choice
                name={name}
                isOn={wish.only !== null}
                onChoose={() => onWish({ ...wish, only: only.place })}
                count={onlyCount}
              >
                {t("taskRules.applying.only")} <span className="font-mono text-small wrap-anywhere">{only.query}</span>
              </Choice>
            )}
          </>
        )}
      </Group>
      <Group title={t("taskRules.applying.records")}>
        {(name) => (
          <>
            <Choice
              name={name}
              isOn={!wish.annotated}
              onChoose={() => onWish({ ...wish, annotated: false })}
              count={counts.unanswered}
            >
              {t("taskRules.applying.unanswered")}
            </Choice>
            <Choice
              name={name}
              isOn={wish.annotated}
              onChoose={() => onWish({ ...wish, annotated: true })}
              count={counts.answered}
            >
              {t("taskRules.applying.all")}
            </Choice>
          </>
        )}
      </Group>
      <Group title={t("taskRules.applying.disputed")}>
        {(name) => (
          <>
            <Choice
              name={name}
              isOn={!wish.disputed}
              onChoose={() => onWish({ ...wish, disputed: false })}
              count={counts.disputed}
            >
              {t("taskRules.applying.leaveOut")}
            </Choice>
            <Choice name={name} isOn={wish.disputed} onChoose={() => onWish({ ...wish, disputed: true })}>
              {t("taskRules.applying.both")}
            </Choice>
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

type ChoiceProps = { name: string; isOn: boolean; onChoose: () => void; count?: number; children: ReactNode };

function Choice({ name, isOn, onChoose, count, children }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2 not-first:mt-1">
      <input
        type="radio"
        name={name}
        checked={isOn}
        onChange={onChoose}
        className="mt-0.5 size-4 flex-none cursor-pointer appearance-none rounded-full border border-edge bg-surface checked:border-5 checked:border-accent"
      />
      <span className="line-clamp-2 min-w-0">{children}</span>
      {count !== undefined && (
        <span className="ml-auto whitespace-nowrap text-soft tabular-nums">
          {t("taskRules.recordCount", { count })}
        </span>
      )}
    </label>
  );
}
