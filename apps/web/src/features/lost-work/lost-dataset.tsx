import { t } from "i18next";
import { type ReactNode, useEffect } from "react";
import "../../lib/i18n/en/lost-work.ts";
import type { Loss } from "../../lib/api/lost-datasets.ts";
import { useTypedWork } from "../../lib/kept-work/typed-work.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { useFreshDeviceWork } from "../../unsent/work-items.ts";
import { type ExitLink, LostScreen } from "./lost-screen.tsx";

type LostDatasetProps = {
  header: ReactNode;
  /** `id`: the key under which its work is kept */
  dataset: { readonly id: string; readonly name: string };
  loss: Loss;
  user: { readonly id: string; readonly username: string };
  /** the router's link to the dataset list */
  listLink: ExitLink;
};

/**
 * Replaces a dataset that the user lost access to during work: what happened, what was not sent, and a link to continue
 * (design/states.md).
 */
export default function LostDataset({ header, dataset, loss, user, listLink }: LostDatasetProps) {
  const outbox = useOutboxService();
  const isOfIt = ({ datasetId }: { readonly datasetId: string }) => datasetId === dataset.id;
  const items = useFreshDeviceWork()?.items.filter(isOfIt) ?? null;
  const typed = useTypedWork(user.id).filter(isOfIt);
  usePageTitle(dataset.name);
  useEffect(() => () => letGo(outbox, dataset.id), [outbox, dataset.id]);
  return (
    <LostScreen
      header={header}
      title={t(`lost.${loss}.title`, { name: dataset.name })}
      text={t(`lost.${loss}.text`)}
      items={items}
      typed={typed}
      user={user}
      note={t("lost.kept")}
      link={listLink}
      linkText={t("lost.list")}
    />
  );
}

/**
 * Removes the dataset's outbox entries, so that they are not sent or asked about again; their content stays on this device as
 * typed answers (AUT-32).
 */
function letGo(outbox: OutboxService, datasetId: string): void {
  for (const entry of outbox.state().entries.values())
    if (entry.datasetId === datasetId) outbox.abandon(entry.recordId);
}
