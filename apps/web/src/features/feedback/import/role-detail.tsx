import type { WireFileColumn } from "@postil/contract/datasets/uploads";
import { DATE_ORDERS } from "@postil/domain/datasets/metadata-property";
import { PART_NAME, PART_TITLE } from "@postil/domain/datasets/names";
import { t } from "i18next";
import { useId, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Choice } from "../../../ui/form-controls.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { AnsweredBy, type Person } from "./answered-by.tsx";
import { MachineNote, Pick } from "./parts.tsx";
import { useLaterText } from "./reading-rows.tsx";
import { holdsAnswers, type PartChange, type Role, type SaidQuestion } from "./said.ts";

export type RoleMenuProps = {
  column: WireFileColumn;
  role: Role;
  /** suggestions of this column can be for these */
  questions: readonly SaidQuestion[];
  onRole: (role: Role) => void;
  /** they may say whose answers this column holds */
  columns: readonly WireFileColumn[];
  people: readonly Person[];
  onPart: (change: PartChange) => void;
};

export const fits = ({ unfit }: WireFileColumn, kind: string): boolean => !unfit.some((one) => one.kind === kind);

/** What the values of a question's column are. */
const VALUES = ["suggestions", "answers", "options"] as const;

const UNITS = ["characters", "utf16"] as const;

/** At the side of the roles: why, what else the chosen role needs, and the most frequent values. */
export function RoleDetail(props: RoleMenuProps) {
  const { column, role, questions, onRole, columns, people } = props;
  const field = columns.find((one) => one.role.kind === "field" && one.name.toLowerCase() === "text")?.name ?? null;
  return (
    <div className="flex min-w-0 flex-col px-4 pt-3.5 pb-3">
      {column.reason !== "" && <MachineNote>{column.reason}</MachineNote>}
      {role.kind === "question" && role.type.endsWith("label_selection") && (
        <div className="mt-3">
          <SegmentedControl
            label={t("importing.columns.howMany")}
            value={role.type === "multi_label_selection" ? "several" : "one"}
            options={[
              { value: "one", label: t("importing.columns.one") },
              { value: "several", label: t("importing.columns.several") },
            ]}
            onChange={(how) => onRole({ ...role, type: how === "one" ? "label_selection" : "multi_label_selection" })}
          />
        </div>
      )}
      {role.kind === "question" && (
        <Choices
          title={t("importing.answers.valuesAre")}
          group={`values of ${column.name}`}
          values={VALUES.filter((values) => values !== "options" || role.type !== "text")}
          chosen={role.values ?? "suggestions"}
          textOf={(values) => t(`importing.answers.values.${values}`)}
          onChoose={(values) => onRole({ ...role, values, by: null })}
        />
      )}
      {role.kind === "question" && role.type === "span" && (
        <>
          <Choices
            title={t("importing.spans.field")}
            group={`field of ${column.name}`}
            values={columns.flatMap((one) => (one.role.kind === "field" ? [one.name] : []))}
            chosen={role.field ?? field}
            textOf={String}
            isName
            onChoose={(chosen) => onRole({ ...role, field: chosen })}
          />
          <Choices
            title={t("importing.spans.unit")}
            group={`unit of ${column.name}`}
            values={UNITS}
            chosen={role.unit ?? "characters"}
            textOf={(unit) => t(`importing.spans.units.${unit}`)}
            onChoose={(unit) => onRole({ ...role, unit })}
          />
        </>
      )}
      {role.kind === "metadata" && <MetadataDetail {...props} role={role} />}
      {(role.kind === "suggestion" || role.kind === "answer") && (
        <Choices
          title={t(role.kind === "answer" ? "importing.answers.to" : "importing.columns.suggests")}
          group={`question of ${column.name}`}
          values={questions.filter(({ key }) => key !== column.name).map(({ key }) => key)}
          chosen={role.question}
          textOf={(key) => questions.find((question) => question.key === key)?.title ?? key}
          isName
          onChoose={(question) => onRole({ ...role, question })}
        />
      )}
      {role.kind === "suggestion" && <ModelDetail {...props} role={role} />}
      {holdsAnswers(role) && <AnsweredBy {...{ role, columns, people, onRole }} column={column.name} />}
      {column.part !== null && <PartDetail key={column.part.name} {...props} part={column.part} />}
      <Frequent column={column} />
    </div>
  );
}

type ChoicesProps<Value extends string> = {
  title: string;
  group: string;
  values: readonly Value[];
  chosen: Value | null;
  textOf: (value: Value) => string;
  /** the texts are names that a person chose */
  isName?: boolean;
  onChoose: (value: Value) => void;
};

function Choices<Value extends string>({
  title,
  group,
  values,
  chosen,
  textOf,
  isName,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-small text-soft">{title}</legend>
      {values.map((value) => (
        <Choice
          key={value}
          group={group}
          checked={value === chosen}
          onChoose={() => onChoose(value)}
          label={
            <bdi translate={isName ? "no" : undefined} className="wrap-anywhere">
              {textOf(value)}
            </bdi>
          }
        />
      ))}
    </fieldset>
  );
}

type DetailOf<Kind extends Role["kind"]> = RoleMenuProps & { role: Extract<Role, { readonly kind: Kind }> };

const TYPES = ["terms", "integer", "float", "date"] as const;
const ORDERS = ["guess", ...DATE_ORDERS] as const;

/** The type of metadata, its bounds, and what comes first in a date. */
function MetadataDetail({ column, role, onRole }: DetailOf<"metadata">) {
  const bound = (which: "min" | "max") => (
    <TypedValue
      key={`${role.type} ${which}`}
      label={t(`importing.columns.${which}`)}
      text={role[which]?.toString() ?? ""}
      isNumber
      onSay={(text) => onRole({ ...role, [which]: text === "" ? null : Number(text) })}
    />
  );
  return (
    <>
      <div className="mt-3">
        <SegmentedControl
          label={t("importing.columns.metadataType")}
          value={role.type}
          options={TYPES.filter((type) => type === role.type || fits(column, type)).map((type) => ({
            value: type,
            label: t(`importing.metadata.${type}`),
          }))}
          onChange={(type) => onRole({ kind: "metadata", type })}
        />
      </div>
      {role.type === "date" && (
        <>
          <p className="mt-2 text-small text-soft">{t("importing.columns.dateHelp")}</p>
          <Choices
            title={t("importing.columns.dateOrder")}
            group={`order of ${column.name}`}
            values={ORDERS}
            chosen={role.order ?? "guess"}
            textOf={(order) => t(`importing.columns.order.${order}`)}
            onChoose={(order) => onRole({ ...role, order: order === "guess" ? null : order })}
          />
        </>
      )}
      {role.type !== "terms" && (
        <div className="mt-3 grid grid-cols-2 gap-2">
          {bound("min")}
          {bound("max")}
        </div>
      )}
    </>
  );
}

const TYPED = "typed";
const NONE = "none";

/** Whose suggestions they are, and how sure: of another column, or the same for all rows. */
function ModelDetail({ column, role, columns, onRole }: DetailOf<"suggestion">) {
  const { agent = null, score = null } = role;
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const others = columns.filter(({ name }) => name !== column.name);
  const choices = (none: string) => [
    { value: NONE, label: none },
    { value: TYPED, label: t("importing.model.typed") },
    ...others.map(({ name }) => ({ value: `=${name}`, label: t("importing.answers.byColumn", { column: name }) })),
  ];
  const choose = (which: "agent" | "score", value: string) => {
    setTyped((before) => {
      const after = new Set(before);
      if (value === TYPED) after.add(which);
      else after.delete(which);
      return after;
    });
    if (value === TYPED) return onRole({ ...role, [which]: null });
    onRole({ ...role, [which]: value === NONE ? null : { kind: "column", column: value.slice(1) } });
  };
  const isTyped = (which: "agent" | "score", said: { readonly kind: string } | null) =>
    typed.has(which) || (said !== null && said.kind !== "column");
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Pick
        label={t("forms.agent")}
        value={agent?.kind === "column" ? `=${agent.column}` : isTyped("agent", agent) ? TYPED : NONE}
        choices={choices(t("importing.model.ownAgent", { column: column.name }))}
        onChoose={(value) => choose("agent", value)}
        className="w-full"
        showsLabel
      />
      {isTyped("agent", agent) && (
        <TypedValue
          label={t("importing.model.agentTyped")}
          text={agent?.kind === "text" ? agent.text : ""}
          max={200}
          onSay={(text) => onRole({ ...role, agent: text === "" ? null : { kind: "text", text } })}
        />
      )}
      <Pick
        label={t("importing.model.score")}
        value={score?.kind === "column" ? `=${score.column}` : isTyped("score", score) ? TYPED : NONE}
        choices={choices(t("importing.model.ownScore"))}
        onChoose={(value) => choose("score", value)}
        className="w-full"
        showsLabel
      />
      {isTyped("score", score) && (
        <TypedValue
          label={t("importing.model.scoreTyped")}
          text={score?.kind === "number" ? String(score.number) : ""}
          isNumber
          isFit={(text) => text === "" || (Number(text) >= 0 && Number(text) <= 1)}
          onSay={(text) => onRole({ ...role, score: text === "" ? null : { kind: "number", number: Number(text) } })}
        />
      )}
    </div>
  );
}

/** What people read above the part, and what exports call it. */
function PartDetail({ part, onPart }: RoleMenuProps & { part: NonNullable<WireFileColumn["part"]> }) {
  return (
    <div className="mt-3 grid grid-cols-2 gap-2">
      <TypedValue
        label={t("forms.title")}
        text={part.title}
        max={PART_TITLE.max}
        onSay={(title) => onPart({ title: title.trim() || undefined })}
      />
      <TypedValue
        label={t("words.name")}
        text={part.name}
        max={PART_NAME.max}
        isFit={(name) => name === "" || PART_NAME.pattern.test(name)}
        fault={t("importing.columns.nameFault")}
        onSay={(name) => onPart({ name: name || undefined })}
      />
    </div>
  );
}

type TypedValueProps = {
  label: string;
  text: string;
  max?: number;
  isNumber?: boolean;
  isFit?: (text: string) => boolean;
  /** why a text that does not fit is not said */
  fault?: string;
  onSay: (text: string) => void;
};

function TypedValue({ label, text, max, isNumber = false, isFit = () => true, fault, onSay }: TypedValueProps) {
  const id = useId();
  const isFitting = (typed: string) =>
    isFit(typed) && (!isNumber || typed.trim() === "" || Number.isFinite(Number(typed)));
  const box = useLaterText(text, (typed) => onSay(typed.trim()), isFitting);
  const isGood = isFitting(box.value);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-small text-soft">
        {label}
      </label>
      <input
        id={id}
        {...box}
        maxLength={max}
        inputMode={isNumber ? "decimal" : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        aria-invalid={!isGood}
        aria-describedby={isGood ? undefined : `${id}-fault`}
        className="block h-control w-full min-w-0 rounded-control border border-edge bg-surface px-2"
      />
      {!isGood && (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-small text-danger">
          {fault ?? t("importing.columns.numberFault")}
        </p>
      )}
    </div>
  );
}

function Frequent({ column }: { column: WireFileColumn }) {
  const more = column.different === null ? null : column.different - column.frequent.length;
  if (column.frequent.length === 0) return null;
  return (
    <>
      <h3 className="mt-3.5 mb-1.5 text-small font-body text-soft">
        {column.different === null
          ? t("importing.columns.frequent")
          : t("importing.columns.frequentOf", { count: column.different })}
      </h3>
      <ul className="tabular-nums">
        {column.frequent.map(({ value, count }) => (
          <li key={value} className="flex h-6.5 items-center gap-2">
            <bdi translate="no" className="truncate" title={value}>
              {value}
            </bdi>
            <span className="ml-auto text-soft">{count.toLocaleString(LOCALE)}</span>
          </li>
        ))}
      </ul>
      {more !== null && more > 0 && (
        <p className="pt-2 text-soft">{t("importing.columns.moreValues", { count: more })}</p>
      )}
    </>
  );
}
