import type { TaskAnswer } from "@postil/domain/tasks/answer-record";
import type { RecordState } from "@postil/domain/tasks/record-edit";
import type { WithAgent } from "@postil/domain/tasks/task-record";
import { z } from "zod";
import { Place } from "../wire/place.ts";
import { list } from "../wire/shape.ts";
import { assertion, readEntities, readLabels, readSentences, requiredAgent } from "./task-annotation-parts.ts";
import { recordId, status } from "./task-record-parts.ts";

/** Answers to records of the older family: Postil's own (TST-19). */

const MOST_ANSWERS = 100;
const READERS = { labels: readLabels, entities: readEntities, sentences: readSentences } as const;
const NO_PART = assertion("an annotation has labels, entities or sentences");

function readAnnotation(place: Place): WithAgent | null {
  if (!place.isGiven || !place.isObject()) return null;
  const agent = place.member("agent").read(requiredAgent);
  for (const [name, read] of Object.entries(READERS)) if (place.member(name).isGiven) return { ...read(place), agent };
  return place.refuse(NO_PART);
}

const readState = (place: Place): RecordState => ({
  status: place.member("status").read(status),
  annotation: readAnnotation(place.member("annotation")),
});

/**
 * `seen`: the states of the record that the writer saw or has asked for since; without it, the answer overwrites any
 * state.
 */
function readAnswer(place: Place): TaskAnswer {
  const seen = place.member("seen");
  return {
    id: place.member("id").read(recordId),
    ...readState(place),
    seen: seen.isGiven
      ? seen.elements((state) => (state.isObject() ? readState(state) : { status: "Default", annotation: null }))
      : null,
  };
}

const Answer = z
  .unknown()
  .transform((value, ctx): TaskAnswer => {
    const place = new Place(value, ctx);
    return place.isObject() ? readAnswer(place) : z.NEVER;
  })
  .meta({ type: "object", required: ["id", "status"] });

export const AnsweredTaskRecords = z.object({ answers: list(Answer, { min: 1, max: MOST_ANSWERS }) });
