import { ActionBar } from "./action-bar.tsx";
import type { PageCommands } from "./page-commands.ts";
import { RESTING_HANDLERS, useRecordCommands } from "./record-commands.ts";

/** The actions while there is no record to answer: in place but disabled. Their keys stay reserved. */
export function RestingActions({ commands }: { commands: PageCommands }) {
  const own = useRecordCommands(RESTING_HANDLERS);
  return (
    <ActionBar
      commands={own}
      guidelines={commands.guidelines}
      may={RESTING_HANDLERS.may()}
      status="pending"
      saving={false}
      whyNot=""
    />
  );
}
