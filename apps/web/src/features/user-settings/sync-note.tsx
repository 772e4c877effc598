import { t } from "i18next";
import { Check, CloudOff, LoaderCircle } from "lucide-react";
import { type SyncStatus, useSyncStatus } from "../../lib/preferences/sync-status.ts";
import { Icon } from "../../ui/icon.tsx";
import { useUnsavedCount } from "../../unsent/use-unsaved-count.ts";

const ICONS = { saved: Check, saving: LoaderCircle, waiting: CloudOff, unsent: CloudOff } as const satisfies {
  readonly [S in SyncStatus | "unsent"]: unknown;
};

/** Tells if the preferences are saved on the server, and if work on this page is unsent (AUT-32). */
export function SyncNote({ userId }: { userId: string }) {
  const preferences = useSyncStatus();
  const count = useUnsavedCount(userId);
  const status = preferences === "saved" && count > 0 ? "unsent" : preferences;
  return (
    <p role="status" className="ml-auto flex items-center gap-2 text-small text-soft">
      <Icon of={ICONS[status]} />
      {t(`settings.sync.${status}`, { count })}
    </p>
  );
}
