import { DATASET_KINDS, type DatasetKind } from "@postil/contract/datasets/upload-wish";
import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { MachineNote } from "./parts.tsx";

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
