import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import { SIMILARITY_LIMITS, type Similarity } from "@postil/domain/search/record-criteria";
import { textDirection } from "@postil/domain/text/text-direction";
import { useCommands } from "../../lib/commands/commands-provider.tsx";
import "../../lib/i18n/en/search.ts";
import { t } from "i18next";
import { ChevronDown, ChevronsUpDown, X } from "lucide-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx, textLinkClass } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import type { Choice } from "./choice-list.tsx";
import { titleOf } from "./title-of.ts";
import { useVectorNames } from "./use-vector-names.ts";

/** A similarity search, as the bar above its results needs it. */
export type SimilaritySearch = {
  datasetId: string;
  vectors: readonly VectorSettings[];
  similarity: Similarity;
  /** True while records of another search are loading. */
  loading: boolean;
  findSimilar: (similarity: Similarity) => void;
  endSimilarity: () => void;
};

/**
 * "Most similar to “I keep reading …” by text-384, 50". Each part can be changed, which starts a new search. The × returns to
 * the earlier view.
 */
export function ReferenceBar(props: SimilaritySearch & { reference: Reference }) {
  const { reference, loading, endSimilarity } = props;
  return (
    <ReferenceBand
      reference={reference}
      loading={loading}
      before={<OrderChoice {...props} />}
      after={
        <>
          <ComparedVector {...props} />
          <LimitChoice {...props} />
        </>
      }
      onEnd={endSimilarity}
    />
  );
}

const ORDERS = ["most", "least"] as const;

function OrderChoice({ similarity, findSimilar }: SimilaritySearch) {
  const text = t(`similaritySearch.bar.${similarity.order}`);
  return (
    <ChoiceButton
      label={t("similaritySearch.bar.order")}
      name={t("similaritySearch.bar.orderNow", { order: text })}
      selected={similarity.order}
      choices={ORDERS.map((value) => ({ value, text: t(`similaritySearch.panel.${value}`) }))}
      onChoose={(order) => findSimilar({ ...similarity, order })}
    >
      {text}
    </ChoiceButton>
  );
}

function ComparedVector({ datasetId, vectors, similarity, findSimilar }: SimilaritySearch) {
  const names = useVectorNames({ datasetId, recordId: similarity.recordId }, vectors);
  const present = vectors.find(({ name }) => name === similarity.vector);
  const choices = vectors.map((settings) => {
    const there = names?.includes(settings.name) ?? true;
    const text = there ? titleOf(settings) : t("similarity.missing", { vector: titleOf(settings) });
    return { value: settings.name, text, disabled: !there };
  });
  return (
    <VectorChoice
      title={present === undefined ? similarity.vector : titleOf(present)}
      selected={similarity.vector}
      choices={choices}
      onChoose={(vector) => findSimilar({ ...similarity, vector })}
    />
  );
}

function LimitChoice({ similarity, findSimilar }: SimilaritySearch) {
  const inWords = (count: number) => t("similaritySearch.bar.limitNow", { count });
  return (
    <ChoiceButton
      label={t("similaritySearch.bar.limit")}
      name={inWords(similarity.limit)}
      selected={String(similarity.limit)}
      choices={SIMILARITY_LIMITS.map((limit) => ({ value: String(limit), text: String(limit) }))}
      onChoose={(limit) => findSimilar({ ...similarity, limit: Number(limit) })}
    >
      {similarity.limit}
    </ChoiceButton>
  );
}

const ChoiceList = onDemand("menu", () => import("./choice-list.tsx").then((m) => m.ChoiceList));

type ChoiceButtonProps<Value extends string> = {
  label: string;
  /** the choice in words; begins with the button's text */
  name: string;
  choices: readonly Choice<Value>[];
  selected: string;
  onChoose: (value: Value) => void;
  /** true: the text is cut when the line is short */
  shrinks?: boolean;
  children: ReactNode;
};

/** A part of the sentence that can be changed: "Most ▾". */
function ChoiceButton<Value extends string>(props: ChoiceButtonProps<Value>) {
  const { label, name, choices, selected, onChoose, shrinks = false, children } = props;
  const choose = (value: string) => {
    const chosen = choices.find((choice) => choice.value === value);
    if (chosen !== undefined && value !== selected) onChoose(chosen.value);
  };
  return (
    <ChoiceList
      trigger={
        <Button
          variant="quiet"
          size="compact"
          aria-label={name}
          className={cx("px-1.5 text-ink", shrinks ? "min-w-16" : "flex-none")}
        >
          <span className="truncate">{children}</span>
          <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
        </Button>
      }
      label={label}
      choices={choices}
      selected={selected}
      onChoose={choose}
    />
  );
}

type VectorChoiceProps = Pick<ChoiceButtonProps<string>, "selected" | "choices" | "onChoose"> & { title: string };

/** Chooses the vector by which records are compared. With only one vector there is no choice. */
export function VectorChoice({ title, ...choice }: VectorChoiceProps) {
  if (choice.choices.length < 2)
    return (
      <span translate="no" className="mr-1 truncate text-ink">
        {title}
      </span>
    );
  return (
    <ChoiceButton
      label={t("similaritySearch.bar.vector")}
      name={t("similaritySearch.bar.vectorNow", { vector: title })}
      shrinks
      {...choice}
    >
      {title}
    </ChoiceButton>
  );
}

/** The reference record of the search, as its family loads and renders it. `whole`: null while it is not loaded. */
type Reference = ReferenceTexts & { readonly whole: ReactNode };

type ReferenceBandProps = {
  reference: Reference;
  loading: boolean;
  /** the parts of the sentence before and after the record */
  before: ReactNode;
  after: ReactNode;
  /** true: the whole record is shown first, until the user collapses it */
  isExpanded?: boolean;
  /** returns to the earlier view */
  onEnd: () => void;
};

/** "Most similar to “I keep reading …” by text-384", above the results. The whole record can be shown below it. */
export function ReferenceBand({ reference, loading, before, after, isExpanded = false, onEnd }: ReferenceBandProps) {
  const [expanded, setExpanded] = useState(isExpanded);
  const whole = useId();
  const label = t("similarity.command.end");
  useCommands([{ id: "similarity.end", label, icon: X, section: "dataset", run: onEnd }]);
  return (
    <section
      aria-label={t("similaritySearch.bar.label")}
      aria-busy={loading || undefined}
      className="border-line border-b"
    >
      <div className="flex min-h-11 items-center gap-1 bg-sunken pr-3 pl-4 text-soft max-md:pr-1 max-md:pl-2">
        <div className="flex min-w-0 flex-1 items-center gap-1 whitespace-nowrap max-md:flex-wrap">
          {before}
          <span className="flex min-w-32 shrink-[4] gap-1 max-md:-order-1 max-md:basis-full max-md:pt-2 max-md:pl-2">
            <span className="flex-none">{t("similaritySearch.bar.to")}</span>
            <span className="min-w-0 truncate">
              <Preview {...reference} />
            </span>
          </span>
          <span className="ml-1 flex-none">{t("similaritySearch.bar.by")}</span>
          {after}
        </div>
        <IconButton
          size="small"
          icon={ChevronsUpDown}
          label={t(expanded ? "similaritySearch.bar.collapse" : "similaritySearch.bar.expand")}
          aria-expanded={expanded}
          aria-controls={whole}
          disabled={reference.whole === null}
          className={touchable}
          onClick={() => setExpanded(!expanded)}
        />
        <IconButton size="small" icon={X} label={t("similaritySearch.bar.end")} className={touchable} onClick={onEnd} />
      </div>
      <div id={whole}>{expanded && reference.whole}</div>
    </section>
  );
}

const touchable = "max-md:size-11";

type ReferenceTexts = {
  /** the first words of its texts; undefined while they load, null when the record does not exist */
  readonly texts: readonly string[] | null | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
};

function Preview({ texts, failed, retry }: ReferenceTexts) {
  if (failed) {
    return (
      <>
        {t("similaritySearch.bar.failed")}{" "}
        <button type="button" onClick={retry} className={textLinkClass}>
          {t("common.retry")}
        </button>
      </>
    );
  }
  if (texts === undefined) {
    return (
      <Skeleton label={t("similaritySearch.bar.loading")}>
        <SkeletonBar width={200} />
      </Skeleton>
    );
  }
  if (texts === null) return t("similaritySearch.bar.gone");
  if (texts.length === 0) return t("similaritySearch.bar.empty");
  return texts.map((text, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts have places and nothing else
    <Fragment key={at}>
      {at > 0 && " · "}
      <q className="text-ink">
        <bdi translate="no" dir={textDirection(text)}>
          {text}
        </bdi>
      </q>
    </Fragment>
  ));
}
