import { Highlighter, MessageSquareText, PenLine, Tags } from "lucide-react";

/** The icons by which users tell the kinds of datasets apart. */
export const TASK_ICONS = {
  TextClassification: Tags,
  TokenClassification: Highlighter,
  Text2Text: PenLine,
  FeedbackTask: MessageSquareText,
} as const;
