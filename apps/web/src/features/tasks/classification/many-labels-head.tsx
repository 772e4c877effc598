import type { NumberedOption } from "@postil/domain/answers/label-search";
import type { ReactNode } from "react";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { AnswerChips, OneAnswer } from "../../../workbench/labels/answer-chips.tsx";
import type { LabelOptionProps } from "../../../workbench/labels/label-option.tsx";
import type { RecentLabelsProps } from "../../../workbench/labels/recent-labels.tsx";
import type { LabelView } from "../../../workbench/labels/use-label-view.ts";

/** Not before something was chosen. */
const RecentLabels = lazyPart<RecentLabelsProps>(() => import("../../../workbench/labels/recent-labels.tsx"));
const nothing = () => undefined;

type ManyLabelsHeadProps = {
  view: LabelView;
  /** one label: its place is kept free, so that nothing moves from record to record */
  single: boolean;
  recent: readonly string[];
  propsOf: (option: NumberedOption) => LabelOptionProps;
  onGoTo: (label: string) => void;
  search: ReactNode;
};

/** Above labels in columns, in view while they go by: the search, those chosen last, and what is chosen now by its full name. */
export function ManyLabelsHead({ view, single, recent, propsOf, onGoTo, search }: ManyLabelsHeadProps) {
  const { index, selected } = view;
  const optionsOf = (labels: Iterable<string>) => [...labels].flatMap((label) => index.byValue.get(label) ?? []);
  const chosen = optionsOf(selected);
  const chips = chosen.length > 0 && <AnswerChips options={chosen} propsOf={propsOf} onGoTo={onGoTo} />;
  return (
    <div className="sticky top-0 z-1 mb-1 grid gap-1 bg-surface py-1">
      {!single && <div className="min-h-7">{chips}</div>}
      <div className="flex items-center gap-3 @max-[480px]:flex-wrap">
        {search}
        <RecentLabels options={optionsOf(recent)} propsOf={propsOf} whenMissing={nothing} />
        {single && <OneAnswer longest={index.longest}>{chips}</OneAnswer>}
      </div>
    </div>
  );
}
