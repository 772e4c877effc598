import { DATASET_KINDS, type DatasetKind } from "@postil/contract/datasets/upload-wish";
import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { DATASET_NAME, type DatasetNameFault, GUIDELINES } from "@postil/domain/datasets/names";
import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { type RefObject, useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { Badge, FormGrid, FormRow, LimitedText } from "../../../ui/settings/form-rows.tsx";
import { SkeletonBar } from "../../../ui/skeleton.tsx";
import { MachineNote, Pick, Step } from "./parts.tsx";
import { factsOf } from "./shown-question.ts";

export const guidelinesFault = (text: string) =>
  [...text.trim()].length > GUIDELINES.max ? ({ fault: "tooLong", max: GUIDELINES.max } as const) : null;

type NameFault = DatasetNameFault | "wrongOfTask";

export const nameFaultText = (fault: NameFault, workspace: string): string =>
  t(`importing.dataset.fault.${fault}`, { max: DATASET_NAME.max, workspace });

type DatasetStepProps = {
  name: string;
  nameBox: RefObject<HTMLInputElement | null>;
  fault: NameFault | null;
  /** the name of the workspace */
  workspace: string;
  onName: (name: string) => void;
  /** null: not known yet */
  workspaces: readonly { readonly id: string; readonly name: string }[] | null;
  /** why they could not be loaded */
  workspacesError: string | null;
  onRetryWorkspaces: () => void;
  workspaceId: string | null;
  onWorkspace: (id: string) => void;
  /** null: a dataset of its kind has none */
  guidelines: string | null;
  onGuidelines: (text: string) => void;
};

/** What the dataset is called, who gets it and what they read before they answer. */
export function DatasetStep(props: DatasetStepProps) {
  const { name, nameBox, fault, workspace, onName, guidelines, onGuidelines } = props;
  const id = useId();
  return (
    <Step number={4} title={t("importing.dataset.title")}>
      <div className="max-w-[792px] pt-1">
        <FormGrid>
          <FormRow label={t("words.name")} htmlFor={`${id}-name`}>
            <input
              ref={nameBox}
              id={`${id}-name`}
              value={name}
              autoComplete="off"
              aria-invalid={fault === null ? undefined : true}
              aria-describedby={fault === null ? undefined : `${id}-fault`}
              onChange={(event) => onName(event.target.value)}
              className={cx(
                "block h-control w-full rounded-control border bg-surface px-2",
                fault === null ? "border-edge" : "border-danger",
              )}
            />
            {fault !== null && (
              <p id={`${id}-fault`} role="alert" className="mt-1 text-small text-danger">
                {nameFaultText(fault, workspace)}
              </p>
            )}
          </FormRow>
          <FormRow label={t("forms.workspace")}>
            <WorkspaceOf {...props} />
          </FormRow>
          {guidelines !== null && (
            <FormRow label={t("words.guidelines")} htmlFor={`${id}-guidelines`}>
              <LimitedText
                id={`${id}-guidelines`}
                value={guidelines}
                onChange={onGuidelines}
                faultOf={guidelinesFault}
                max={GUIDELINES.max}
                placeholder={t("importing.dataset.guidelinesHelp")}
                lines
              />
            </FormRow>
          )}
        </FormGrid>
      </div>
    </Step>
  );
}

function WorkspaceOf({ workspaces, workspacesError, onRetryWorkspaces, workspaceId, onWorkspace }: DatasetStepProps) {
  if (workspacesError !== null) return <InlineError message={workspacesError} onRetry={onRetryWorkspaces} />;
  if (workspaces === null)
    return (
      <div aria-busy="true" className="pt-2.5">
        <SkeletonBar width={240} />
      </div>
    );
  if (workspaces.length === 0)
    return (
      <p role="alert" className="pt-1.5 text-danger">
        {t("importing.dataset.noWorkspace")}
      </p>
    );
  return (
    <Pick
      label={t("forms.workspace")}
      value={workspaceId ?? ""}
      choices={workspaces.map((workspace) => ({ value: workspace.id, label: workspace.name }))}
      onChoose={onWorkspace}
      isNames
      className="w-60"
    />
  );
}

/** An export of Postil says itself what the dataset is: there are no columns, and nothing can be said of its parts. */
export const isSelfDescribing = ({ columns, dataset, fault }: WireUnderstanding): boolean =>
  columns.length === 0 && (dataset !== null || fault === null);

/** The parts of a dataset that comes back as it was exported. */
export function ToldParts({ shown: { dataset } }: { shown: WireUnderstanding }) {
  if (dataset === null) return null;
  return (
    <>
      <Step number={2} title={t("importing.columns.title")} said={t("importing.columns.told")} />
      <Step number={3} title={t("importing.questions.title")} said={t("importing.questions.told")}>
        <ol aria-label={t("importing.questions.title")}>
          {dataset.questions.map((question) => (
            <li key={question.name} className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b py-1.5">
              <bdi translate="no" className="font-strong wrap-anywhere">
                {question.title}
              </bdi>
              <Badge>{t(`importing.questions.type.${question.type}`)}</Badge>
              <span className="text-small text-soft">{factsOf(question, question.options)}</span>
            </li>
          ))}
        </ol>
      </Step>
    </>
  );
}

type KindChoiceProps = {
  shown: WireUnderstanding;
  /** null: it is guessed */
  said: DatasetKind | null;
  onKind: (kind: DatasetKind) => void;
};

/** What the file becomes: a feedback dataset, or a dataset of one of the three tasks; with the reason of the guess (IMP-40). */
export function KindChoice({ shown, said, onKind }: KindChoiceProps) {
  const { kind, kinds, kind_reason: reason } = shown;
  const unfit = new Map(kinds.map((one) => [one.kind, one.unfit]));
  const chosen = t(`importing.kind.${kind}`);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 pb-2">
      <Menu
        label={t("importing.kind.title")}
        selectionMode="single"
        selectedKeys={[kind]}
        disabledKeys={kinds.flatMap((one) => (one.unfit === null ? [] : [one.kind]))}
        onAction={(key) => {
          const next = DATASET_KINDS.find((one) => one === key);
          if (next !== undefined) onKind(next);
        }}
        trigger={
          <Button aria-label={`${t("importing.kind.title")}: ${chosen}`} className="max-w-full px-2">
            <span className="min-w-0 truncate">
              <span className="text-soft">{t("importing.kind.title")}: </span>
              {chosen}
            </span>
            <Icon of={ChevronDown} size={14} className="ml-auto text-soft" />
          </Button>
        }
      >
        {DATASET_KINDS.map((one) => (
          <MenuItem key={one} id={one} note={unfit.get(one) ?? t(`importing.kind.for.${one}`)}>
            {t(`importing.kind.${one}`)}
          </MenuItem>
        ))}
      </Menu>
      {said === null && reason !== "" && <MachineNote>{reason}</MachineNote>}
    </div>
  );
}
