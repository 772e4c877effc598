import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Switch } from "../../../ui/form-controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FormGrid, FormRow } from "../../../ui/settings/form-rows.tsx";
import { Doubt, Pick } from "./parts.tsx";
import { Guessed, TypedRow } from "./reading-rows.tsx";
import { DECISIONS, type Decisions, type Reading, type ReadingChange, type Said } from "./said.ts";
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

/** Draws the row of a value that is guessed until somebody says it. `label`: its text in `importing.reading`. */
type DrawGuess = (
  member: "shape" | "sheet" | "token_column" | "tag_column" | "encoding" | "separator" | "quote" | "header",
  label: "shape" | "sheet" | "token" | "tag" | "encoding" | "separator" | "quote" | "header",
  values: readonly string[],
  textOf?: (value: string) => string,
) => ReactNode;

function Rows({ said, shown, onChange }: ReadingFormProps) {
  const { reading } = said;
  // Of a file that could not be read nothing was used, but its sheets may be known.
  const isUsed = shown !== null && (shown.columns.length > 0 || shown.reading.sheets.length > 0);
  const used = isUsed ? shown.reading : null;
  const isText = shown?.reading.is_text ?? true;
  const change = (next: ReadingChange) => onChange({ of: "reading", change: next });
  const guess: DrawGuess = (member, label, values, textOf) => (
    <Guessed
      label={t(`importing.reading.${label}`)}
      said={reading[member]?.toString()}
      used={used?.[member]?.toString() ?? null}
      {...{ values, textOf }}
      onSay={(value) => change({ [member]: member === "header" && value !== undefined ? value === "true" : value })}
    />
  );
  // A format without separators, such as JSON, tells none. Before anything is understood, all can be said.
  const isTable = used === null ? isText : used.separator !== null;
  return (
    <FormGrid>
      <MoreReading {...{ said, shown, used, guess, onChange }} />
      {(used === null ? isText : used.encoding !== null) && guess("encoding", "encoding", ENCODINGS)}
      {isTable && (
        <>
          {guess("separator", "separator", SEPARATORS, separatorText)}
          {guess("quote", "quote", ['"', "'", ""], (quote) =>
            quote === "" ? t("importing.reading.noQuotes") : t("importing.reading.quotes", { quote }),
          )}
          {guess("header", "header", ["true", "false"], (header) =>
            t(header === "true" ? "importing.reading.isHeader" : "importing.reading.isRecord"),
          )}
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

type MoreReadingProps = ReadingFormProps & {
  /** null: nothing was used yet */
  used: WireUnderstanding["reading"] | null;
  guess: DrawGuess;
};

/** What only some files leave open: whose export, which sheet, tokens, members of objects, marks (IMP-12 to IMP-17). */
function MoreReading({ said, shown, used, guess, onChange }: MoreReadingProps) {
  const { reading } = said;
  const change = (next: ReadingChange) => onChange({ of: "reading", change: next });
  const shape = reading.shape ?? used?.shape;
  const members = reading.members ?? [];
  const objects = [...new Set([...members, ...columnsLike(shown, /^\{/)])].slice(0, MOST_OFFERED);
  const marked = [...new Set([...(reading.marks ? [reading.marks] : []), ...columnsLike(shown, MARKED)])];
  return (
    <>
      {shape &&
        guess("shape", "shape", [...new Set([shape, "plain"])], (key) =>
          t(`importing.reading.shapes.${shapeKey(key)}`),
        )}
      {used !== null &&
        used.sheets.length > 1 &&
        guess("sheet", "sheet", used.sheets, (sheet) => sheetText(used, sheet))}
      {used !== null && used.token_columns.length > 0 && (
        <>
          {guess("token_column", "token", used.token_columns)}
          {guess("tag_column", "tag", used.token_columns)}
        </>
      )}
      {objects.length + marked.length > 0 && (
        <FormRow label={t("importing.reading.parts")}>
          <div className="flex flex-col gap-2 pt-1.5">
            {objects.map((column) => (
              <Switch
                key={column}
                label={t("importing.reading.members", { column })}
                checked={members.includes(column)}
                onChange={(isOn) => {
                  // Without the object there are no members of its members.
                  const others = members.filter((one) => one !== column && !one.startsWith(`${column}.`));
                  const next = isOn ? [...members, column] : others;
                  change({ members: next.length === 0 ? undefined : next });
                }}
              />
            ))}
            {marked.map((column) => (
              <Switch
                key={column}
                label={t("importing.reading.marks", { column })}
                checked={reading.marks === column}
                onChange={(isOn) => change({ marks: isOn ? column : undefined })}
              />
            ))}
          </div>
        </FormRow>
      )}
      {said.into === null && shown !== null && shown.columns.length > 0 && (
        <SeveralRows said={said} columns={shown.columns} onChange={onChange} />
      )}
    </>
  );
}

/** A sheet with its filled rows, by which people tell sheets apart. */
function sheetText({ sheets, sheet_rows }: WireUnderstanding["reading"], sheet: string): string {
  const rows = sheet_rows[sheets.indexOf(sheet)];
  if (!rows) return sheet;
  const key = rows.is_exact ? "sheetRows" : "sheetRowsAbout";
  return t(`importing.reading.${key}`, { sheet, count: rows.count });
}

/** Objects that are offered to be taken apart at once. */
const MOST_OFFERED = 50;
const MARKED = /\[[^[\]]+\]\(\p{L}[\p{L}\p{N}_.-]*\)|<(\p{L}[\p{L}\p{N}_.-]*)>[^<>]*<\/\1>/u;

/** The columns with such a value among the first. */
const columnsLike = (shown: WireUnderstanding | null, like: RegExp): readonly string[] =>
  (shown?.columns ?? []).flatMap(({ name, sample }) =>
    sample.some((value) => value !== null && like.test(value)) ? [name] : [],
  );

const SHAPES = [
  ...["plain", "label-studio", "label-studio-min", "argilla-feedback", "argilla-records", "argilla-tasks"],
  ...["prodigy", "spacy", "doccano", "tokens"],
] as const satisfies readonly NonNullable<Reading["shape"]>[];

const shapeKey = (key: string) => SHAPES.find((one) => one === key) ?? "plain";

type Columns = WireUnderstanding["columns"];
type SeveralRowsProps = { said: Said; columns: Columns; onChange: (change: Change) => void };

type RowsChange = Extract<Change, { readonly of: "rows" }>["change"];

const NOBODY = "nobody";

/** What a row says of its answers, and rows that are one record. */
function SeveralRows({ said, columns, onChange }: SeveralRowsProps) {
  const { decisions, merge } = said;
  const change = (next: RowsChange) => onChange({ of: "rows", change: next });
  const offered = columns.filter(({ name, different }) => name === decisions?.column || isFew(different));
  const chosen = columns.find(({ name }) => name === decisions?.column);
  return (
    <>
      {offered.length > 0 && (
        <FormRow label={t("importing.reading.decisions")}>
          <Pick
            label={t("importing.reading.decisions")}
            value={decisions === null ? NOBODY : `=${decisions.column}`}
            choices={[
              { value: NOBODY, label: t("importing.reading.noDecisions") },
              ...offered.map(({ name }) => ({ value: `=${name}`, label: name })),
            ]}
            onChoose={(value) => change({ decisions: value === NOBODY ? null : { column: value.slice(1) } })}
            className="w-64"
          />
          {decisions !== null && chosen && (
            <ul aria-label={t("importing.reading.decisionsOf")} className="mt-2 flex flex-col gap-1">
              {chosen.frequent.map(({ value }) => (
                <li key={value} className="flex items-center gap-2">
                  <bdi translate="no" className="w-40 truncate">
                    {value}
                  </bdi>
                  <Pick
                    label={t("importing.reading.means", { value })}
                    value={DECISIONS.find((one) => decisions[one]?.includes(value)) ?? "accepted"}
                    choices={DECISIONS.map((one) => ({ value: one, label: t(`importing.reading.meaning.${one}`) }))}
                    onChoose={(one) => change({ decisions: decided(decisions, value, one) })}
                  />
                </li>
              ))}
            </ul>
          )}
        </FormRow>
      )}
      <FormRow label={t("importing.reading.rows")}>
        <div className="pt-1.5">
          <Switch
            label={t("importing.reading.merge")}
            help={t("importing.reading.mergeHelp")}
            checked={merge}
            onChange={(next) => change({ merge: next })}
          />
        </div>
      </FormRow>
    </>
  );
}

/** A column of decisions has few values; all of them are shown. */
const isFew = (different: number | null): boolean => different !== null && different > 1 && different <= 10;

function decided(decisions: Decisions, value: string, as: (typeof DECISIONS)[number]): Decisions {
  const without = DECISIONS.map((one) => [one, (decisions[one] ?? []).filter((other) => other !== value)] as const);
  const members = Object.fromEntries(without);
  return { ...members, column: decisions.column, [as]: [...(members[as] ?? []), value] };
}
