import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import "../../lib/i18n/lost-texts.ts";
import type { Loss } from "../../lib/api/dataset-access.ts";
import { useDeviceWork } from "../../lib/device-work/use-device-work.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { type ExitLink, LostScreen } from "./lost-screen.tsx";
import { UnsentWork } from "./unsent-work.tsx";

type LostDatasetProps = {
  header: ReactNode;
  /** `id`: what its work is kept under */
  dataset: { readonly id: string; readonly name: string };
  loss: Loss;
  username: string;
  /** the router's link to the list */
  listLink: ExitLink;
};

/** In place of a dataset that was lost in mid-work: what happened, what was not sent, and the way on (design/states.md). */
export default function LostDataset({ header, dataset, loss, username, listLink }: LostDatasetProps) {
  const { t } = useTranslation();
  const outbox = useOutboxService();
  const work = useDeviceWork()?.items.filter(({ datasetId }) => datasetId === dataset.id) ?? null;
  usePageTitle(dataset.name);
  useEffect(() => () => letGo(outbox, dataset.id), [outbox, dataset.id]);
  return (
    <LostScreen
      header={header}
      title={t(`lost.${loss}.title`, { name: dataset.name })}
      text={t(`lost.${loss}.text`)}
      work={<UnsentWork items={work} username={username} note={t("lost.kept")} />}
      link={listLink}
      linkText={t("lost.list")}
    />
  );
}

/** Nothing of it is to be asked for again elsewhere: what it says stays on this device as typed answers (AUT-32). */
function letGo(outbox: OutboxService, datasetId: string): void {
  for (const entry of outbox.state().entries.values())
    if (entry.datasetId === datasetId) outbox.abandon(entry.recordId);
}
