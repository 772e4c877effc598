import { addTexts } from "../texts.ts";

const savingList = {
  gone: "A dataset that is gone, or that you cannot open",
  deleted: "What was typed is deleted",
  typed: "typed and not sent",
  typedElsewhere: "typed in another tab and not sent",
  list: "Not saved yet",
  nothing: "All your answers are saved.",
  retryAll: "Retry all",
  delete: "Delete",
} as const;

export const texts = addTexts({ savingList });
