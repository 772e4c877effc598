import { annotatedClasses, type TextRecord } from "@postil/domain/tasks/shown-record";

/** The labels that somebody gave a record; null: it is not annotated. */
export const annotatedAs = ({ annotation }: TextRecord): readonly string[] | null =>
  annotation && annotatedClasses(annotation);
