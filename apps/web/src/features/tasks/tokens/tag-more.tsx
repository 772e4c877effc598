import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { type RefObject, useLayoutEffect } from "react";
import type { Keys } from "../../../lib/commands/command.ts";
import { Button } from "../../../ui/button.tsx";
import type { AreaProps } from "../task-kind.ts";
import { useTagMore } from "./use-tag-more.ts";

export type TagMoreProps = AreaProps<ShownTokenRecord> & {
  /** what the key does; null where there is nowhere else */
  run: RefObject<(() => void) | null>;
  /** as printed */
  keys: Keys | undefined;
};

/** The same words elsewhere, once some were tagged (TAN-09). */
export function TagMore({ run, keys, ...props }: TagMoreProps) {
  const more = useTagMore(props);
  useLayoutEffect(() => {
    run.current = more?.run ?? null;
    return () => {
      run.current = null;
    };
  });
  if (more === null) return null;
  return (
    <Button variant="quiet" keys={keys} onClick={more.run} className="min-w-0">
      <span translate="no" className="truncate">
        {more.text}
      </span>
    </Button>
  );
}
