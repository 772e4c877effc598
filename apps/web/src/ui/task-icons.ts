import { Highlighter, MessageSquareText, PenLine, Tags } from "lucide-react";

/** What datasets are told apart by at a glance. */
export const TASK_ICONS = {
  TextClassification: Tags,
  TokenClassification: Highlighter,
  Text2Text: PenLine,
  FeedbackTask: MessageSquareText,
} as const;
