import { ActionBar } from "./action-bar.tsx";
import type { PageCommands } from "./page-commands.ts";
import { RESTING_DEEDS, useRecordCommands } from "./record-commands.ts";

/** The actions while there is nothing to answer: in their places, at rest. Their keys stay claimed. */
export function RestingActions({ commands }: { commands: PageCommands }) {
  const own = useRecordCommands(RESTING_DEEDS);
  return (
    <ActionBar
      commands={own}
      guidelines={commands.guidelines}
      may={RESTING_DEEDS.may()}
      status="pending"
      saving={false}
      whyNot=""
    />
  );
}
