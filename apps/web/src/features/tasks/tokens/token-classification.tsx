import "../../../lib/i18n/en/task-tokens.ts";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import type { TaskKind } from "../task-kind.ts";
import { ArmedNote } from "./armed-note.tsx";
import { EntityBar, NamesSwitch } from "./entity-bar.tsx";
import { TokenActions } from "./token-actions.tsx";
import { TokenArea, TokenReading } from "./token-area.tsx";

export const TOKEN_CLASSIFICATION: TaskKind<ShownTokenRecord> = {
  Annotate: TokenArea,
  Explore: TokenReading,
  Bar: EntityBar,
  StripEnd: ArmedNote,
  ReadingEnd: NamesSwitch,
  Extra: TokenActions,
  buttons: () => ["validate", "discard", "clear", "reset"],
};
