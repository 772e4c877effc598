import { t } from "i18next";
import { PencilLine } from "lucide-react";
import type { Ref } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { Button } from "../../../ui/button.tsx";
import { WRITE_KEYS, writeEntries } from "./write-entries.ts";

/** Begins to write the text of the record at the cursor. */
export function WriteButton({ ref, onWrite }: { ref: Ref<HTMLButtonElement>; onWrite: () => void }) {
  useCommands(writeEntries(onWrite));
  return (
    <Button
      ref={ref}
      {...ENTER_IS_A_COMMAND}
      variant="ghost"
      size="compact"
      icon={PencilLine}
      keys={WRITE_KEYS}
      onClick={onWrite}
      className="mt-2 -ml-2"
    >
      {t("text2text.write")}
    </Button>
  );
}
