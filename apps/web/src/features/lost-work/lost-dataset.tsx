import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../lib/i18n/lost-texts.ts";
import type { Loss } from "../../lib/api/dataset-access.ts";
import { useFreshDeviceWork } from "../../lib/device-work/use-device-work.ts";
import { keepForms, keptForms } from "../../lib/kept-work/kept-forms.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { TypedForms } from "../../ui/settings/typed-forms.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { type ExitLink, LostScreen } from "./lost-screen.tsx";
import { UnsentWork } from "./unsent-work.tsx";

type LostDatasetProps = {
  header: ReactNode;
  /** `id`: what its work is kept under */
  dataset: { readonly id: string; readonly name: string };
  loss: Loss;
  user: { readonly id: string; readonly username: string };
  /** the router's link to the list */
  listLink: ExitLink;
};

/** In place of a dataset that was lost in mid-work: what happened, what was not sent, and the way on (design/states.md). */
export default function LostDataset({ header, dataset, loss, user, listLink }: LostDatasetProps) {
  const { t } = useTranslation();
  const outbox = useOutboxService();
  const work = useFreshDeviceWork()?.items.filter(({ datasetId }) => datasetId === dataset.id) ?? null;
  const [typed, forget] = useTypedForms(outbox.userId, dataset.id);
  usePageTitle(dataset.name);
  useEffect(() => () => letGo(outbox, dataset.id), [outbox, dataset.id]);
  return (
    <LostScreen
      header={header}
      title={t(`lost.${loss}.title`, { name: dataset.name })}
      text={t(`lost.${loss}.text`)}
      work={
        <>
          {(typed === null || work?.length !== 0) && <UnsentWork items={work} user={user} note={t("lost.kept")} />}
          {typed !== null && <TypedForms forms={typed} onDelete={forget} />}
        </>
      }
      link={listLink}
      linkText={t("lost.list")}
    />
  );
}

/** What was typed in its settings, once the page of these has gone and kept it. */
function useTypedForms(userId: string, datasetId: string): readonly [object | null, () => void] {
  const [typed, setTyped] = useState<object | null>(null);
  useEffect(() => setTyped(keptForms(userId, datasetId)), [userId, datasetId]);
  const forget = () => {
    keepForms(userId, datasetId, null);
    setTyped(null);
  };
  return [typed, forget];
}

/** Nothing of it is to be asked for again elsewhere: what it says stays on this device as typed answers (AUT-32). */
function letGo(outbox: OutboxService, datasetId: string): void {
  for (const entry of outbox.state().entries.values())
    if (entry.datasetId === datasetId) outbox.abandon(entry.recordId);
}
