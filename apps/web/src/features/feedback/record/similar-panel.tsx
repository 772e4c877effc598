import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { Similarity } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import "../../../lib/i18n/en/search.ts";
import { Popover } from "../../../ui/popover.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { titleOf } from "../../../workbench/record/title-of.ts";

type SimilarPanelProps = {
  vectors: readonly VectorSettings[];
  /** Names of the record's vectors; null while unknown. */
  names: readonly string[] | null;
  onFind: (choice: Pick<Similarity, "vector" | "order">) => void;
};

/** Asks for the vector and the order, in a dataset with several vectors (FFI-22). */
export function SimilarPanel({ vectors, names, onFind, ...opening }: SimilarPanelProps & OpensHere) {
  return (
    <Popover label={t("similaritySearch.panel.label")} placement="bottom end" {...opening}>
      {(close) => (
        <SimilarForm
          vectors={vectors}
          names={names}
          onFind={(choice) => {
            close();
            onFind(choice);
          }}
        />
      )}
    </Popover>
  );
}

function SimilarForm({ vectors, names, onFind }: SimilarPanelProps) {
  const isThere = ({ name }: VectorSettings) => names?.includes(name) ?? true;
  const [picked, setPicked] = useState<string | null>(null);
  // The record's vectors may be loaded only after this opens.
  const there = vectors.filter(isThere);
  const vector = (there.find(({ name }) => name === picked) ?? there[0])?.name;
  const [order, setOrder] = useState<Similarity["order"]>("most");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (vector !== undefined) onFind({ vector, order });
  };
  return (
    <form onSubmit={submit} className="grid w-72 gap-3 p-4">
      <fieldset>
        <legend className="mb-1 text-small text-soft">{t("similaritySearch.panel.vector")}</legend>
        {vectors.map((settings) => (
          <VectorChoice
            key={settings.name}
            settings={settings}
            there={isThere(settings)}
            chosen={settings.name === vector}
            onChoose={() => setPicked(settings.name)}
          />
        ))}
      </fieldset>
      <div>
        <p className="mb-1 text-small text-soft">{t("similaritySearch.panel.order")}</p>
        <SegmentedControl
          label={t("similaritySearch.panel.order")}
          options={(["most", "least"] as const).map((value) => ({
            value,
            label: t(`similaritySearch.panel.${value}`),
          }))}
          value={order}
          onChange={setOrder}
        />
      </div>
      <Button type="submit" className="justify-self-end">
        {t("similaritySearch.panel.find")}
      </Button>
    </form>
  );
}

type VectorChoiceProps = { settings: VectorSettings; there: boolean; chosen: boolean; onChoose: () => void };

function VectorChoice({ settings, there, chosen, onChoose }: VectorChoiceProps) {
  const reason = useId();
  const radio = useRef<HTMLInputElement>(null);
  // The chosen radio button has the focus, so Enter starts the search.
  useEffect(() => {
    if (chosen) radio.current?.focus();
  }, [chosen]);
  const title = titleOf(settings);
  return (
    <label className={cx("flex min-h-8 items-center gap-2 max-md:min-h-11", there ? "cursor-pointer" : "text-soft")}>
      <input
        ref={radio}
        type="radio"
        name="vector"
        checked={chosen}
        disabled={!there}
        onChange={onChoose}
        aria-describedby={there ? undefined : reason}
        className="size-4 flex-none accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">
        {title}
        {!there && (
          <span id={reason} className="block text-small">
            {t("similarity.missing", { vector: title })}
          </span>
        )}
      </span>
    </label>
  );
}
