import { ActionBar } from "./action-bar.tsx";
import type { PageCommands } from "./page-commands.ts";
import { RESTING_HANDLERS, useRecordCommands } from "./record-commands.ts";

/** The actions while there is nothing to answer: in their places, at rest. Their keys stay claimed. */
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
