import { isPrivileged } from "@postil/domain/accounts/policies";
import type { Dataset } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useCallback, useState } from "react";
import { datasetQuery } from "../../lib/api/queries/dataset.ts";
import { textsOf } from "../../lib/kept-work/kept-forms.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { Main, PageFrame } from "../../ui/layouts/frame.tsx";
import { SettingsTop } from "../../ui/settings/settings-top.tsx";
import { TypedForms } from "../../ui/settings/typed-forms.tsx";
import { Waiting, WaitingTabs } from "../../ui/settings/waiting.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { DraftsProvider, useDrafts } from "./drafts.tsx";
import { ReadOnlyInfo } from "./info-tab.tsx";
import type { SettingsPageProps } from "./settings-page-props.ts";
import { SettingsTabs } from "./settings-tabs.tsx";

/**
 * The settings of a feedback dataset (FSE-*, design/settings.md): tabs for users who may change them, a few facts for the
 * others.
 */
export function SettingsPage(props: SettingsPageProps) {
  const { datasetId, header, annotationLink } = props;
  const user = useUser();
  const { data: dataset } = useQuery(datasetQuery(datasetId));
  const [refused, setRefused] = useState(false);
  const onRefused = useCallback(() => setRefused(true), []);
  usePageTitle([dataset?.name, t("datasetSettings.crumb")].filter(Boolean).join(", "));
  // ROL-10; a user who loses their rights while the page is open learns it from the first refusal (design/settings.md).
  const mayEdit = user !== null && isPrivileged(user) && !refused;
  return (
    <PageFrame header={header}>
      <Main className="@container flex flex-col">
        <div className="px-6 max-md:px-4">
          <SettingsTop annotationLink={annotationLink} />
        </div>
        {dataset === undefined ? (
          <WaitingPage mayEdit={mayEdit} />
        ) : (
          // A user who may no longer save still sees their typed text.
          <DraftsProvider datasetId={datasetId} mayEdit={mayEdit} onRefused={onRefused}>
            {mayEdit ? <SettingsTabs {...props} dataset={dataset} /> : <ReadOnly dataset={dataset} />}
          </DraftsProvider>
        )}
      </Main>
    </PageFrame>
  );
}

const UNDER_LINE = "mx-6 border-line border-t py-4 max-md:mx-4";

const WaitingPage = ({ mayEdit }: { mayEdit: boolean }) =>
  mayEdit ? (
    <WaitingTabs tabs={5} />
  ) : (
    <div className={UNDER_LINE}>
      <Waiting />
    </div>
  );

function ReadOnly({ dataset }: { dataset: Dataset }) {
  const { drafts, dropAll } = useDrafts();
  return (
    <div className={UNDER_LINE}>
      <TypedForms texts={textsOf(drafts)} onDelete={dropAll} />
      <ReadOnlyInfo dataset={dataset} />
    </div>
  );
}
