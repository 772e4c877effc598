import { addTexts } from "../texts.ts";
import { annotation } from "./annotation.ts";
import { answerStatus } from "./answer-status.ts";
import { bulk } from "./bulk.ts";
import { comfort } from "./comfort.ts";
import { commands } from "./commands.ts";
import { filters } from "./filters.ts";
import { flagsAndViews } from "./flags-and-views.ts";
import { header } from "./header.ts";
import { matches } from "./matches.ts";
import { picture } from "./picture.ts";
import { questions } from "./questions.ts";
import { saving } from "./saving.ts";
import { similarity } from "./similarity.ts";

/**
 * What the annotation page says, and what all pages behind the sign-in have. The sign-in page does without.
 */
export const texts = addTexts({
  annotation,
  answerStatus,
  bulk,
  comfort,
  commands,
  filters,
  header,
  flagsAndViews,
  matches,
  picture,
  questions,
  saving,
  similarity,
});
