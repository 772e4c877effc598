import { Check, CloudOff, LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDeviceWork } from "../../lib/device-work/use-device-work.ts";
import { useTypedWork } from "../../lib/kept-work/use-typed-work.ts";
import { type SyncStatus, useSyncStatus } from "../../lib/preferences/sync-status.ts";
import { Icon } from "../../ui/icon.tsx";

const ICONS = { saved: Check, saving: LoaderCircle, waiting: CloudOff, unsent: CloudOff } as const satisfies {
  readonly [S in SyncStatus | "unsent"]: unknown;
};

/** Whether the preferences are where other browsers find them, and what else of this page the server has not (AUT-32). */
export function SyncNote({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const preferences = useSyncStatus();
  const count = (useDeviceWork()?.items.length ?? 0) + useTypedWork(userId).length;
  const status = preferences === "saved" && count > 0 ? "unsent" : preferences;
  return (
    <p role="status" className="ml-auto flex items-center gap-2 text-small text-soft">
      <Icon of={ICONS[status]} />
      {t(`settings.sync.${status}`, { count })}
    </p>
  );
}
