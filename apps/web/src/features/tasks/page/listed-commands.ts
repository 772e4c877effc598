import "../../../lib/i18n/en/tasks.ts";
import "../../../lib/i18n/en/token-classification.ts";
import "../../../lib/i18n/en/text2text.ts";
import "../../../lib/i18n/en/text-classification.ts";
import { isPrivileged } from "@postil/domain/accounts/policies";
import type { CommandEntry } from "../../../lib/commands/command.ts";
import { exportCommand } from "../../../workbench/export/export-button.tsx";
import { flagCommand } from "../../../workbench/record/flags.tsx";
import { labelEntries } from "../classification/label-commands.ts";
import { searchCommand } from "../query/search-command.ts";
import { listEntries } from "../state/task-commands.ts";
import { writeEntries } from "../text2text/write-commands.ts";
import { acceptCommand, moreCommand, wordEntries } from "../tokens/token-commands.ts";

// chunk: borrowed

const nothing = () => undefined;
const RESTING = { run: nothing };

/** All commands and keys of task dataset pages for this user, for lists outside these pages. */
export function listedTaskCommands(user: Parameters<typeof isPrivileged>[0]): readonly CommandEntry[] {
  return [
    ...labelEntries(nothing),
    ...wordEntries(RESTING),
    acceptCommand(RESTING),
    moreCommand(RESTING),
    ...writeEntries(nothing),
    ...Object.values(listEntries()).map((command) => ({ ...command, ...RESTING })),
    flagCommand({ flagged: false, run: nothing }),
    searchCommand(nothing),
    ...(isPrivileged(user) ? [exportCommand(nothing)] : []),
  ];
}
