import { t } from "i18next";
import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import type { TextOfKey } from "./text-of-key.ts";

/** A key that was just made: nobody is told it again. */
export function MadeKey({ made: { name, key }, onDone }: { made: TextOfKey; onDone: () => void }) {
  const { result, copy } = useCopy(key);
  const button = useRef<HTMLButtonElement>(null);
  const once = t("settings.keys.once", { name });
  useEffect(() => {
    button.current?.focus();
    announce(once);
  }, [once]);
  return (
    <div className="mb-4">
      <p className="mb-3 max-w-180">{once}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 basis-96 rounded-control bg-sunken px-4 py-2 font-mono text-small shadow-[inset_0_0_0_1px_var(--line)] [overflow-wrap:anywhere]">
          {key}
        </code>
        <Button ref={button} variant="primary" icon={Copy} onClick={copy}>
          {t(result === null ? "settings.keys.copyMade" : `common.${result}`)}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t("settings.keys.done")}
        </Button>
      </div>
    </div>
  );
}
