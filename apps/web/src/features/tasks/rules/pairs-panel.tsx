import type { RulePair } from "@postil/domain/tasks/rules-conflicts";
import { t } from "i18next";
import type { ReactNode } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { useRulesMode } from "./rules-mode.ts";
import type { Conflicts } from "./use-conflicts.ts";

type PairsPanelProps = {
  conflicts: Conflicts;
  chosen: RulePair | null;
  onChoose: (pair: RulePair | null) => void;
  /** below the pairs */
  children: ReactNode;
};

/** The pairs of rules that disagree, the most frequent first; choosing a pair narrows the list. */
export function PairsPanel({ children, ...pairs }: PairsPanelProps) {
  return (
    <>
      <Pairs {...pairs} />
      {children}
    </>
  );
}

function Pairs({ conflicts: { found }, chosen, onChoose }: Omit<PairsPanelProps, "children">) {
  const { rules = [] } = useRulesMode();
  if (found === null || found.pairs.length === 0) return null;
  return (
    <section aria-labelledby="pairs-title" className="mb-4">
      <h2 id="pairs-title" className="mb-2 font-strong">
        {t("taskRules.conflict.pairs")}
      </h2>
      <ul>
        <li className="mb-1 border-line border-b pb-1">
          <Pair isOn={chosen === null} count={found.records.length} onChoose={() => onChoose(null)}>
            <span>{t("taskRules.conflict.allPairs")}</span>
          </Pair>
        </li>
        {found.pairs.map((pair) => (
          <li key={`${pair.one}-${pair.other}`}>
            <Pair isOn={chosen === pair} count={pair.records.length} onChoose={() => onChoose(pair)}>
              {[pair.one, pair.other].map((place) => (
                <span
                  key={place}
                  title={rules[place]?.query}
                  className="line-clamp-3 wrap-anywhere font-mono text-small"
                >
                  {rules[place]?.query}
                </span>
              ))}
            </Pair>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PairProps = { isOn: boolean; count: number; onChoose: () => void; children: ReactNode };

function Pair({ isOn, count, onChoose, children }: PairProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className={cx(
        "flex w-full items-start gap-2 rounded-control px-2 py-1.5 text-left",
        isOn ? "bg-accent-fill fill-ring" : "hover:bg-hover",
      )}
    >
      <span className="min-w-0 flex-1">{children}</span>
      <span className={cx("tabular-nums", !isOn && "text-soft")}>{count.toLocaleString(LOCALE)}</span>
    </button>
  );
}
