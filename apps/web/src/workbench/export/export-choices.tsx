import { EXPORT_FORMATS, fileEnding, hasFormats, isPacked } from "@postil/domain/exports/export-shape";
import { t } from "i18next";
import { useId } from "react";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Choice, Switch } from "../../ui/form-controls.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import {
  type ExportSize,
  type FileWish,
  PART_NAMES,
  PARTS,
  type Part,
  type PartNames,
  partsOfShape,
} from "./export-wish.ts";

type ChoicesProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; help?: string | undefined; end?: string | undefined }[];
};

export function Choices<Value extends string>({ label, value, onChange, options }: ChoicesProps<Value>) {
  const group = useId();
  return (
    <>
      <p id={group} className="text-soft max-md:mt-3">
        {label}
      </p>
      <div role="radiogroup" aria-labelledby={group}>
        {options.map((option) => (
          <Choice
            key={option.value}
            group={group}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
            label={option.label}
            {...(option.help === undefined ? {} : { help: option.help })}
            {...(option.end === undefined ? {} : { end: option.end })}
          />
        ))}
      </div>
    </>
  );
}

type PartsProps = {
  says: PartNames;
  file: FileWish;
  parts: readonly Part[];
  onParts: (parts: readonly Part[]) => void;
  size: ExportSize | undefined;
};

/** The parts to export with the records' texts, each with its amount in the dataset. */
export function Parts({ says, file, parts, onParts, size }: PartsProps) {
  const group = useId();
  const offered = partsOfShape(file.shape);
  const choose = (part: Part, on: boolean) => onParts(PARTS.filter((one) => (one === part ? on : parts.includes(one))));
  if (offered.length === 0) return null;
  return (
    <>
      <p id={group} className="text-soft max-md:mt-3">
        {t("exporting.with")}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend into the grid */}
      <div role="group" aria-labelledby={group}>
        {offered.map((part) => (
          <div key={part} className="flex min-h-6 flex-wrap items-start gap-x-4 not-first:mt-1">
            <Checkbox
              label={t(`exporting.${PART_NAMES[says].texts}.${part}`)}
              checked={parts.includes(part)}
              onChange={(on) => choose(part, on)}
            />
            <span className="ml-auto text-soft">{size && amountOf(part, says, size)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function amountOf(part: Part, says: PartNames, size: ExportSize): string {
  const by = (count: number, whom: string) =>
    count === 0 ? t("exporting.none") : t("exporting.by", { what: count.toLocaleString(LOCALE), whom });
  switch (part) {
    case "responses":
      return by(size.responses, t("words.people", { count: size.people }));
    case "suggestions":
      return size.agents === 0 && size.suggestions > 0
        ? size.suggestions.toLocaleString(LOCALE)
        : by(size.suggestions, t("exporting.agents", { count: size.agents }));
    case "metadata":
      return t(says === "task" ? "exporting.keys" : "exporting.properties", { count: size.properties });
    case "vectors":
      return size.vectors.length === 0
        ? t("exporting.none")
        : t("exporting.vectors", { count: size.vectors.length, size: sizeText(size.vector_bytes) });
  }
}

type FormatProps = { file: FileWish; wish: FileWish; onChange: (to: Partial<FileWish>) => void };

/** The format of the file, with what it lets choose. Some shapes are a format themselves. */
export function Format({ file, wish, onChange }: FormatProps) {
  const ending = fileEnding(file);
  return (
    <>
      <p className="pt-1 text-soft max-md:mt-2">{t("exporting.format")}</p>
      <div className="flex flex-wrap items-center justify-between gap-4">
        {hasFormats(file.shape) ? (
          <SegmentedControl
            label={t("exporting.format")}
            value={file.format}
            onChange={(format) => onChange({ format })}
            options={EXPORT_FORMATS.map((value) => ({ value, label: t(`exporting.${value}`) }))}
          />
        ) : (
          <span className="pt-1">{t(`exporting.${ending === "zip" || ending === "conll" ? ending : "jsonl"}`)}</span>
        )}
        {!isPacked(file) && (
          <Switch label={t("exporting.compress")} checked={wish.gzip} onChange={(gzip) => onChange({ gzip })} />
        )}
        {ending === "csv" && (
          <Checkbox label={t("exporting.guard")} checked={wish.guard} onChange={(guard) => onChange({ guard })} />
        )}
      </div>
    </>
  );
}
