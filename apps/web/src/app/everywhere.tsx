import { isPrivileged } from "@postil/domain/accounts/policies";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { FileUp } from "lucide-react";
import "../lib/i18n/en/imports-here.ts";
import { useCommands } from "../lib/commands/commands-provider.tsx";
import { useUser } from "../lib/session/store.ts";
import { FailureToasts } from "./failure-toasts.tsx";

/** What every page of a signed-in user has and none needs for its start. */
export default function Everywhere() {
  const user = useUser();
  const navigate = useNavigate();
  const command = {
    id: "app.newDataset",
    label: t("importsHere.command"),
    icon: FileUp,
    section: "datasets",
    run: () => void navigate({ to: "/datasets/new" }),
  } as const;
  useCommands(user !== null && isPrivileged(user) ? [command] : []);
  return <FailureToasts />;
}
