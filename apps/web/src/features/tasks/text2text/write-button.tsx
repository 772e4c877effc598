import { PencilLine } from "lucide-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { Button } from "../../../ui/button.tsx";

const KEYS = "Shift+Enter";

/** Begins to write the text of the record at the cursor. */
export function WriteButton({ ref, onWrite }: { ref: Ref<HTMLButtonElement>; onWrite: () => void }) {
  const { t } = useTranslation();
  useCommands([
    {
      id: "text2text.write",
      label: t("text2text.write"),
      section: "record",
      group: "answer",
      shortcuts: [{ keys: KEYS }],
      run: onWrite,
    },
    { id: "text2text.save", label: t("text2text.save"), group: "answer", keys: [KEYS] },
    { id: "text2text.stop", label: t("text2text.stop"), group: "answer", keys: ["Escape"] },
  ]);
  return (
    <Button
      ref={ref}
      {...ENTER_IS_A_COMMAND}
      variant="ghost"
      size="compact"
      icon={PencilLine}
      keys={KEYS}
      onClick={onWrite}
      className="mt-2 -ml-2"
    >
      {t("text2text.write")}
    </Button>
  );
}
