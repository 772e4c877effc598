import i18next from "i18next";
import { annotation } from "./en/annotation.ts";
import { answerStatus } from "./en/answer-status.ts";
import { bulk } from "./en/bulk.ts";
import { comfort } from "./en/comfort.ts";
import { commands } from "./en/commands.ts";
import { filters } from "./en/filters.ts";
import { header } from "./en/header.ts";
import { keeping } from "./en/keeping.ts";
import { matches } from "./en/matches.ts";
import { picture } from "./en/picture.ts";
import { questions } from "./en/questions.ts";
import { saving } from "./en/saving.ts";
import { similarity } from "./en/similarity.ts";
import { LOCALE } from "./locale.ts";

/**
 * The texts of the annotation page and of what all pages behind the sign-in have. They come with the code of those pages:
 * importing this file makes them ready. The sign-in page does without them.
 */
export const insideTexts = {
  annotation,
  answerStatus,
  bulk,
  comfort,
  commands,
  filters,
  header,
  keeping,
  matches,
  picture,
  questions,
  saving,
  similarity,
} as const;

i18next.addResourceBundle(LOCALE, "translation", insideTexts, true);
