import { DATASET_NAME, type DatasetNameFault, GUIDELINES } from "@postil/domain/datasets/names";
import { t } from "i18next";
import { type RefObject, useId } from "react";
import { cx } from "../../../ui/cx.ts";
import { InlineError } from "../../../ui/no-content.tsx";
import { FormGrid, FormRow, LimitedText } from "../../../ui/settings/form-rows.tsx";
import { SkeletonBar } from "../../../ui/skeleton.tsx";
import { Pick, Step } from "./parts.tsx";

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
