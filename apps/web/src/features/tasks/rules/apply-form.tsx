import {
  type AppliedRule,
  CAREFUL,
  disputedBy,
  type MatchedRecord,
  plannedSuggestions,
  type RecordSuggestion,
  type SuggestionWish,
} from "@postil/domain/tasks/rule-matches";
import { t } from "i18next";
import { Fragment, type ReactNode, useId, useMemo, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Choice, TextInput } from "../../../ui/form-controls.tsx";
import { Star } from "../../../ui/icon.tsx";
import type { Signed } from "../wire/rule-records.ts";
import { shareText } from "./figures-panel.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { Reading } from "./sheet-row.tsx";
import { useConflicts } from "./use-matches.ts";

/** The server's limit. */
const LONGEST_AGENT = 64;

/** The choice of rules, records and agent name; the last line shows what a record will look like. */
export function ApplyForm(props: {
  onStart: (planned: readonly RecordSuggestion[], signed: Signed) => void;
  onCancel: () => void;
}) {
  const { onStart, onCancel } = props;
  const { rules = [], active, allFigures } = useRulesMode();
  const { matches, total } = useConflicts(true);
  const [wish, setWish] = useState<SuggestionWish>(CAREFUL);
  const [agent, setAgent] = useState("rules");
  const applied = useMemo(
    () =>
      rules.map(({ query, labels }) => ({ labels, precision: allFigures.value?.each.get(query)?.precision ?? null })),
    [rules, allFigures.value],
  );
  const planned = useMemo(
    () => (matches.records ? plannedSuggestions(applied, matches.records, wish) : []),
    [applied, matches.records, wish],
  );
  const place = rules.findIndex(({ query }) => query === active?.query);
  const signature = agent.trim();
  const fault =
    signature === ""
      ? t("taskRules.applying.agentMissing")
      : [...signature].length > LONGEST_AGENT
        ? t("taskRules.applying.agentTooLong", { count: [...signature].length, max: LONGEST_AGENT })
        : undefined;
  return (
    <>
      <p className="-mt-1 px-6 text-soft">{t("taskRules.applying.body")}</p>
      {matches.records === null ? (
        <div className="px-6 pt-3">
          <Reading matches={matches} total={total} />
        </div>
      ) : (
        <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-4 gap-y-5 px-6 pt-5 max-md:grid-cols-1 max-md:gap-y-2">
          <Choices
            applied={applied}
            matched={matches.records}
            only={place === -1 ? null : { place, query: active?.query ?? "" }}
            wish={wish}
            onWish={setWish}
          />
          <span className="pt-1.5 text-soft max-md:pt-3">{t("taskRules.applying.signed")}</span>
          <TextInput
            label={t("taskRules.applying.signed")}
            hideLabel
            value={agent}
            onChange={setAgent}
            error={fault}
            hint={t("taskRules.applying.signedHint", { agent: signature })}
          />
        </div>
      )}
      <WillShow planned={planned} agent={signature} />
      <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
        <Button variant="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button
          variant="primary"
          disabled={planned.length === 0 || fault !== undefined}
          onClick={() => onStart(planned, { agent: signature, annotated: wish.annotated })}
        >
          {matches.records !== null && planned.length === 0
            ? t("taskRules.applying.nothing")
            : t("taskRules.applying.go", { count: planned.length })}
        </Button>
      </footer>
    </>
  );
}

function WillShow({ planned, agent }: { planned: readonly RecordSuggestion[]; agent: string }) {
  const [first] = planned;
  if (first === undefined) return null;
  return (
    <p className="mx-6 mt-5 flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-t pt-3">
      <span className="text-soft">{t("taskRules.applying.willShow")}</span>
      {first.labels.map(({ label, score }) => (
        <span
          key={label}
          className="inline-flex h-7 items-center gap-2 rounded-control border-dotted border-suggestion bg-suggestion-wash px-3 text-suggestion [border-width:var(--stroke-suggested)]"
        >
          <span translate="no" dir="auto">
            {label}
          </span>
          <span className="inline-flex items-center gap-1 font-[500] text-small tabular-nums">
            <Star size={11} />
            {shareText(score ?? 1)}
          </span>
        </span>
      ))}
      <span className="ml-auto inline-flex items-center gap-1 text-note text-suggestion">
        <Star size={11} />
        {agent}
      </span>
    </p>
  );
}

type ChoicesProps = {
  applied: readonly AppliedRule[];
  matched: readonly MatchedRecord[];
  /** The active rule, if it is stored. */
  only: { readonly place: number; readonly query: string } | null;
  wish: SuggestionWish;
  onWish: (wish: SuggestionWish) => void;
};

function Choices({ applied, matched, only, wish, onWish }: ChoicesProps) {
  const id = useId();
  const counts = useMemo(() => countsOf(applied, matched, wish), [applied, matched, wish]);
  const onlyCount = useMemo(() => (only ? counts.only(only.place) : 0), [counts, only]);
  const onlyText = (
    <>
      {t("taskRules.applying.only")}{" "}
      <span translate="no" className="font-mono text-small wrap-anywhere">
        {only?.query}
      </span>
    </>
  );
  const recordCount = (count: number | null) =>
    count !== null && <span className="tabular-nums">{t("words.records", { count })}</span>;
  const groups: readonly { name: "rules" | "records" | "disputed"; choices: readonly Offered[] }[] = [
    {
      name: "rules",
      choices: [
        {
          change: { only: null },
          count: counts.all,
          text: t("taskRules.applying.allRules", { count: applied.length }),
        },
        ...(only ? [{ change: { only: only.place }, count: onlyCount, text: onlyText }] : []),
      ],
    },
    {
      name: "records",
      choices: [
        { change: { annotated: false }, count: counts.unanswered, text: t("taskRules.applying.unanswered") },
        { change: { annotated: true }, count: counts.answered, text: t("taskRules.applying.all") },
      ],
    },
    {
      name: "disputed",
      choices: [
        { change: { disputed: false }, count: counts.disputed, text: t("taskRules.applying.leaveOut") },
        { change: { disputed: true }, count: null, text: t("taskRules.applying.both") },
      ],
    },
  ];
  return groups.map(({ name, choices }) => (
    <Fragment key={name}>
      <p id={id + name} className="text-soft max-md:mt-3">
        {t(`taskRules.applying.${name}`)}
      </p>
      <div role="radiogroup" aria-labelledby={id + name}>
        {choices.map(({ change, count, text }) => (
          <Choice
            key={JSON.stringify(change)}
            group={id + name}
            checked={Object.entries(change).every(([member, value]) => wish[member as keyof SuggestionWish] === value)}
            onChoose={() => onWish({ ...wish, ...change })}
            label={<span className="line-clamp-2">{text}</span>}
            end={recordCount(count)}
          />
        ))}
      </div>
    </Fragment>
  ));
}

/** The change that a choice makes in the wish, and its number of records. */
type Offered = { change: Partial<SuggestionWish>; count: number | null; text: ReactNode };

/** The number of records for each choice, with the other choices unchanged. */
function countsOf(rules: readonly AppliedRule[], matched: readonly MatchedRecord[], wish: SuggestionWish) {
  const count = (change: Partial<SuggestionWish>) =>
    plannedSuggestions(rules, matched, { annotated: true, disputed: true, only: null, ...change }).length;
  const isDisputed = disputedBy(rules);
  const reached = plannedSuggestions(rules, matched, { ...wish, disputed: true });
  return {
    all: count({}),
    only: (place: number) => count({ only: place }),
    unanswered: count({ only: wish.only, annotated: false }),
    answered: count({ only: wish.only }),
    disputed: reached.filter(({ record }) => isDisputed(record)).length,
  };
}
