import { isPrivileged } from "@postil/domain/accounts/policies";
import type { CommandEntry } from "../../../lib/commands/command.ts";
import { exportCommand } from "../../../workbench/export/export-button.tsx";
import { flagCommand } from "../../../workbench/record/flags.tsx";
import { searchCommand, viewCommands } from "../bar/bar-commands.ts";
import { arrowsNote, bulkCommands } from "../bulk/bulk-commands.ts";
import { questionEntries } from "../questions/question-entries.ts";
import { similarCommand } from "../record/similar-control.tsx";
import { type PageHandlers, pageCommands, RESTING_HANDLERS, recordCommands } from "./page-commands.ts";

const nothing = () => undefined;
const RESTING_PAGE: PageHandlers = {
  ...{ next: nothing, previous: nothing, skip: nothing, undo: nothing, redo: nothing },
  ...{ refresh: nothing, guidelines: nothing, progress: nothing },
  may: { next: false, previous: false, skip: false, undo: false, redo: false },
};
const RESTING_LIST = {
  ...{ move: nothing, toggle: nothing, range: nothing, page: nothing, clear: nothing },
  may: () => ({ select: false, clear: false }),
};

/** All commands and keys of the annotation page for this user, for lists outside that page. There they do nothing. */
export function listedCommands(user: Parameters<typeof isPrivileged>[0]): readonly CommandEntry[] {
  return [
    ...questionEntries(() => true, { beside: nothing, find: nothing }),
    ...Object.values(recordCommands({ current: RESTING_HANDLERS })),
    ...Object.values(pageCommands({ current: RESTING_PAGE })),
    searchCommand(nothing),
    ...(isPrivileged(user) ? [exportCommand(nothing)] : []),
    similarCommand(nothing),
    flagCommand({ flagged: false, run: nothing }),
    ...Object.values(viewCommands({ show: nothing, may: () => false })),
    ...Object.values(bulkCommands(RESTING_LIST)),
    arrowsNote(),
  ];
}
