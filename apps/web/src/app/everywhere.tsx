import { isPrivileged } from "@postil/domain/accounts/policies";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { Camera, FileUp, PencilRuler, Trash2 } from "lucide-react";
import "../lib/i18n/en/imports-here.ts";
import { useEffect } from "react";
import { useCommands } from "../lib/commands/commands-provider.tsx";
import { useOutboxService } from "../lib/outbox/use-outbox.ts";
import { useUser } from "../lib/session/store.ts";
import { sayKeptBulk, useFailureToasts } from "../workbench/saving/tell-changed.ts";
import { useGoToRecord } from "./use-go-to-record.ts";

/** What every page of a signed-in user has and none needs for its start. */
export default function Everywhere() {
  const user = useUser();
  const navigate = useNavigate();
  /** the dataset of the page, of either family */
  const dataset = useLocation({
    select: ({ pathname }) => /^(\/dataset\/[^/]+(?=\/)|\/datasets\/[^/]+\/[^/]+)/.exec(pathname)?.[1] ?? null,
  });
  type Place = "/datasets/new" | "/datasets/by-hand" | "/recently-deleted";
  const command = (id: string, label: string, icon: typeof FileUp, to: Place) =>
    ({ id, label, icon, section: "datasets", run: () => void navigate({ to }) }) as const;
  const commands = [
    command("app.newDataset", t("words.newDatasetFromFile"), FileUp, "/datasets/new"),
    command("app.newDraft", t("words.newDatasetByHand"), PencilRuler, "/datasets/by-hand"),
    command("app.recentlyDeleted", t("words.recentlyDeleted"), Trash2, "/recently-deleted"),
  ];
  const add = {
    id: "dataset.addRecords",
    label: t("importsHere.add"),
    icon: FileUp,
    section: "dataset",
    run: () => void (dataset !== null && navigate({ to: `${dataset}/add-records` })),
  } as const;
  const snapshots = {
    id: "dataset.snapshots",
    label: t("words.snapshots"),
    icon: Camera,
    section: "dataset",
    run: () => void (dataset !== null && navigate({ to: `${dataset}/settings`, hash: "snapshots" })),
  } as const;
  const here = dataset === null ? [] : [add, snapshots];
  useCommands(user !== null && isPrivileged(user) ? [...commands, ...here] : []);
  return <FailureToasts />;
}

/**
 * Answers are delivered on every page. So every page shows when an answer is given up, or when a bulk form is waiting
 * (FRS-14).
 */
export function FailureToasts() {
  useFailureToasts(useGoToRecord());
  const { userId } = useOutboxService();
  useEffect(() => sayKeptBulk(userId), [userId]);
  return null;
}
