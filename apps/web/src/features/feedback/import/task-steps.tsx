import type { TaskRole } from "@postil/contract/datasets/upload-wish";
import type { WireTaskPlan, WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { Switch } from "../../../ui/form-controls.tsx";
import { FormGrid, FormRow, TextRow } from "../../../ui/settings/form-rows.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { LabelRows } from "./label-rows.tsx";
import { Pick, Step } from "./parts.tsx";
import { fittingRoles, NOTHING_SAID, type SaidQuestion, type SaidTask, taskRolesOf, withTaskRole } from "./said.ts";

type TaskStepsProps = {
  shown: WireUnderstanding;
  plan: WireTaskPlan;
  said: SaidTask;
  onChange: (said: SaidTask) => void;
};

/** The columns and the labels of a file that becomes a dataset of a task (IMP-40). */
export function TaskSteps(props: TaskStepsProps) {
  const { shown, plan, said, onChange } = props;
  const roles = taskRolesOf(said, plan);
  if (plan.is_export)
    return (
      <>
        <Step number={2} title={t("importing.columns.title")} said={t("importing.columns.told")} />
        <LabelsStep {...props} />
      </>
    );
  if (shown.columns.length === 0) return null;
  return (
    <>
      <ColumnsStep
        said={NOTHING_SAID}
        shown={shown}
        people={NOBODY}
        onChange={nothing}
        part={({ name }) => (
          <Pick
            label={t("importing.columns.becomes", { column: name })}
            value={roles.get(name) ?? "metadata"}
            choices={fittingRoles(plan, name).map((role) => ({ value: role, label: roleText(role) }))}
            onChoose={(role) => onChange(withTaskRole(said, plan, name, role))}
          />
        )}
      />
      <LabelsStep {...props} />
    </>
  );
}

const NOBODY: readonly never[] = [];
const nothing = () => undefined;
export const roleText = (role: TaskRole): string => t(`importing.task.role.${role}`);
const tooLong = (text: string) =>
  Array.from(text).length > LONGEST_AGENT ? ({ fault: "tooLong", max: LONGEST_AGENT } as const) : null;
const LONGEST_AGENT = 200;

/** The labels that annotators choose from, and what holds for all rows. Text to text has no labels. */
function LabelsStep({ plan, said, onChange }: TaskStepsProps) {
  const { task, labels, several, is_export: isTold } = plan;
  const hasLabels = task !== "Text2Text";
  const question: SaidQuestion = {
    ...{ key: "labels", column: "labels", name: "labels", title: "", description: "", naming: "" },
    type: "label_selection",
    ...{ required: true, added: said.labels },
  };
  const title = t(hasLabels ? "words.labels" : "words.texts");
  const told = hasLabels ? t("importing.task.labelsSaid", { count: labels.length }) : t("importing.task.textsSaid");
  return (
    <Step number={3} title={title} said={told}>
      <div className="max-w-[792px] pt-1">
        <FormGrid>
          {task === "TextClassification" && !isTold && (
            <FormRow label={t("importing.columns.howMany")}>
              <Switch
                label={t("importing.task.several")}
                checked={said.several ?? several}
                onChange={(next) => onChange({ ...said, several: next })}
              />
            </FormRow>
          )}
          {hasLabels && (
            <LabelRows
              question={question}
              options={labels.map(({ value, count }) => ({ value, text: value, count }))}
              onAdded={(added) => onChange({ ...said, labels: added })}
            />
          )}
          {!isTold && <AgentRow {...{ plan, said, onChange }} />}
        </FormGrid>
      </div>
    </Step>
  );
}

/** Who annotated or predicted where the file names nobody. */
export function AgentRow({ plan, said, onChange }: Omit<TaskStepsProps, "shown">) {
  return (
    <TextRow
      label={t("forms.agent")}
      value={said.agent}
      onChange={(agent) => onChange({ ...said, agent })}
      faultOf={tooLong}
      max={LONGEST_AGENT}
      placeholder={t("importing.task.agentHelp", { agent: plan.agent })}
    />
  );
}
