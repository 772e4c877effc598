import type { RecordFault } from "./record-rules.ts";
import type { VectorFault } from "./vector-rules.ts";

/** Texts for the faults of a record, in the two wordings that clients know (contract api-v1 section 11). */

const REPEATED = "found duplicate suggestions question IDs";

const unknownVector = (name: string, datasetId: string) =>
  `vector with name=${name} does not exist for dataset_id=${datasetId}`;

/**
 * Rows 28, 29 and 37: the reason alone. It follows `Record at position N is not valid because`, or is the whole text.
 */
export function faultReason(fault: RecordFault, datasetId: string): string {
  switch (fault.part) {
    case "fields":
    case "metadata":
    case "whole":
      return fault.detail;
    case "repeated suggestion":
      return REPEATED;
    case "suggestion": {
      const { questionId, detail } = fault;
      return `suggestion for question_id=${questionId} is not valid: ${detail ?? `question_id=${questionId} does not exist`}`;
    }
    case "response": {
      const { position, userId, detail } = fault;
      return `response at position ${position} is not valid: ${detail ?? `user_id=${userId} does not exist`}`;
    }
    case "vector":
      return `vector with name=${fault.fault.name} is not valid: ${vectorReason(fault.fault, datasetId)}`;
  }
}

function vectorReason(fault: VectorFault, datasetId: string): string {
  if (fault.kind === "unknown") return unknownVector(fault.name, datasetId);
  return `vector must have ${fault.dimensions} elements, got ${fault.found} elements`;
}

/** Rows 31 and 32: the whole sentence about the record at a position, counted from 0. */
export function bulkFaultText(fault: RecordFault, position: number, datasetId: string): string {
  const not = (parts: string) => `Record at position ${position} does not have valid ${parts} because`;
  switch (fault.part) {
    case "fields":
    case "metadata":
    case "whole":
      return `record at position ${position} is not valid because ${fault.detail}`;
    case "repeated suggestion":
      return `record at position ${position} is not valid because ${REPEATED}`;
    case "suggestion":
      return fault.detail === null
        ? `${not("suggestions")} question with question_id=${fault.questionId} does not exist`
        : `${not("suggestions")} suggestion for question name=${fault.question} is not valid: ${fault.detail}`;
    case "response":
      return `${not("responses")} ${fault.detail ?? `user with id ${fault.userId} not found`}`;
    case "vector":
      return `${not("vectors")} ${bulkVectorReason(fault.fault, datasetId)}`;
  }
}

function bulkVectorReason(fault: VectorFault, datasetId: string): string {
  if (fault.kind === "unknown") return unknownVector(fault.name, datasetId);
  return `vector value for vector name=${fault.name} must have ${fault.dimensions} elements, got ${fault.found} elements`;
}
