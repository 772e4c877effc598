import type { Actions } from "@postil/domain/answers";
import { ActionBar } from "../actions/action-bar.tsx";
import type { PageCommands } from "./page-commands.ts";
import { useRecordCommands } from "./record-commands.ts";

const NOTHING: Actions = { submit: false, saveDraft: false, discard: false, clear: false };
const may = () => ({ ...NOTHING, accept: false });
const nothing = () => undefined;

/** The actions while there is nothing to answer: in their places, at rest. Their keys stay claimed. */
export function RestingActions({ commands }: { commands: PageCommands }) {
  const own = useRecordCommands({
    submit: nothing,
    draft: nothing,
    discard: nothing,
    clear: nothing,
    accept: nothing,
    may,
  });
  return (
    <ActionBar
      commands={own}
      guidelines={commands.guidelines}
      may={NOTHING}
      status="pending"
      saving={false}
      whyNot=""
    />
  );
}
