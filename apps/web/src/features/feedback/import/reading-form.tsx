import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useId, useState } from "react";
import { Switch } from "../../../ui/form-controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FormGrid, FormRow } from "../../../ui/settings/form-rows.tsx";
import { Doubt } from "./parts.tsx";
import { MoreReading } from "./reading-more.tsx";
import { Guessed, TypedRow } from "./reading-rows.tsx";
import type { ReadingChange, Said } from "./said.ts";
import type { Change } from "./say.ts";

type ReadingFormProps = {
  said: Said;
  /** null: the file could not be read yet; what is said here may help */
  shown: WireUnderstanding | null;
  onChange: (change: Change) => void;
};

/** How the file is read, and what was used for it; doubts about its values are settled here (IMP-03, IMP-04). */
export function ReadingForm({ said, shown, onChange }: ReadingFormProps) {
  const id = useId();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const asked = shown?.asked ?? [];
  // A doubt, or a file that cannot be read, is settled here.
  const open = isOpen ?? (asked.length > 0 || shown?.columns.length === 0);
  // Nothing that could be said here helps.
  if (shown !== null && shown.columns.length === 0 && !isReadAsSaid(shown)) return null;
  // When it is settled, the form stays under the hands of the person.
  if (open && isOpen === null) setOpen(true);
  return (
    <section aria-label={t("importing.reading.title")} className="mb-2">
      {asked.map((doubt) => (
        <Doubt key={doubt} text={doubt} />
      ))}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="-ml-2 flex min-h-8 items-center gap-2 rounded-control px-2 text-left text-soft hover:bg-hover hover:text-ink max-md:min-h-11"
      >
        {t("importing.reading.title")}
        <Icon of={open ? ChevronUp : ChevronDown} size={14} />
      </button>
      {open && (
        <div id={id} className="pt-2 pb-4">
          <Rows said={said} shown={shown} onChange={onChange} />
        </div>
      )}
    </section>
  );
}

const isReadAsSaid = ({ reading: { is_text, sheets } }: WireUnderstanding): boolean => is_text || sheets.length > 1;

const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-1",
  "iso-8859-15",
  "windows-1251",
  "shift_jis",
  "gb18030",
  "euc-kr",
];
const SEPARATORS = [",", ";", "\t", "|"] as const;
const SEPARATOR_NAMES: { readonly [sign: string]: "comma" | "semicolon" | "tab" | "bar" } = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
};

const separatorText = (sign: string): string => {
  const name = SEPARATOR_NAMES[sign];
  return name === undefined ? sign : t(`importing.reading.separators.${name}`);
};

function Rows({ said, shown, onChange }: ReadingFormProps) {
  const { reading } = said;
  // Of a file that could not be read nothing was used, but its sheets may be known.
  const isUsed = shown !== null && (shown.columns.length > 0 || shown.reading.sheets.length > 0);
  const used = isUsed ? shown.reading : null;
  const isText = shown?.reading.is_text ?? true;
  const change = (next: ReadingChange) => onChange({ of: "reading", change: next });
  // A format without separators, such as JSON, tells none. Before anything is understood, all can be said.
  const isTable = used === null ? isText : used.separator !== null;
  return (
    <FormGrid>
      <MoreReading said={said} shown={shown} used={used} onChange={onChange} />
      {(used === null ? isText : used.encoding !== null) && (
        <Guessed
          label={t("importing.reading.encoding")}
          said={reading.encoding}
          used={used?.encoding ?? null}
          values={ENCODINGS}
          onSay={(encoding) => change({ encoding })}
        />
      )}
      {isTable && (
        <>
          <Guessed
            label={t("importing.reading.separator")}
            said={reading.separator}
            used={used?.separator ?? null}
            values={SEPARATORS}
            textOf={separatorText}
            onSay={(separator) => change({ separator })}
          />
          <Guessed
            label={t("importing.reading.quote")}
            said={reading.quote}
            used={used?.quote ?? null}
            values={['"', "'", ""]}
            textOf={(quote) =>
              quote === "" ? t("importing.reading.noQuotes") : t("importing.reading.quotes", { quote })
            }
            onSay={(quote) => change({ quote })}
          />
          <Guessed
            label={t("importing.reading.header")}
            said={reading.header === undefined ? undefined : String(reading.header)}
            used={used === null || used.header === null ? null : String(used.header)}
            values={["true", "false"]}
            textOf={(header) => t(header === "true" ? "importing.reading.isHeader" : "importing.reading.isRecord")}
            onSay={(header) => change({ header: header === undefined ? undefined : header === "true" })}
          />
        </>
      )}
      <TypedRow
        label={t("importing.reading.missing")}
        help={t("importing.reading.missingHelp")}
        text={(reading.missing ?? []).join(", ")}
        onSay={(text) => {
          const missing = text
            .split(",")
            .map((value) => value.trim())
            .filter((value) => value !== "");
          change({ missing: missing.length === 0 ? undefined : missing });
        }}
      />
      <TypedRow
        label={t("importing.reading.labels")}
        help={t("importing.reading.labelsHelp")}
        text={reading.label_separator ?? ""}
        max={20}
        onSay={(sign) => change({ label_separator: sign === "" ? undefined : sign })}
      />
      <FormRow label={t("forms.values")}>
        <div className="flex flex-col gap-2 pt-1.5">
          <Switch
            label={t("importing.reading.trim")}
            checked={reading.trim ?? false}
            onChange={(trim) => change({ trim: trim || undefined })}
          />
          {said.into === null && (
            <Switch
              label={t("importing.reading.asWritten")}
              help={t("importing.reading.asWrittenHelp")}
              checked={said.asWritten}
              onChange={(asWritten) => onChange({ of: "asWritten", asWritten })}
            />
          )}
        </div>
      </FormRow>
    </FormGrid>
  );
}
