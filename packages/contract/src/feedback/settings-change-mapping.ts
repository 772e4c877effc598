import { changeableOf, type SettingsChange } from "@postil/domain/datasets/question";
import { settingsToWire } from "./parts-mapping.ts";
import type { ChangedQuestionSettings } from "./questions.ts";

/** A change of settings for a request; members that the type does not have, and unchanged ones, are left out. */
export const settingsChangeToWire = (change: SettingsChange): ChangedQuestionSettings =>
  // It has this type and only its members.
  settingsToWire({ type: change.type, ...changeableOf(change) }) as ChangedQuestionSettings;
