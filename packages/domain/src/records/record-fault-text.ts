import { reasonText } from "./reason.ts";
import type { RecordFault, VectorFault } from "./record-rules.ts";

/** Texts for the faults of a record, in the two wordings that clients know (contract api-v1 section 11). */

/**
 * Rows 28, 29 and 37: the reason alone. It follows `Record at position N is not valid because`, or is the whole text.
 */
export function faultReason(fault: RecordFault, datasetId: string): string {
  switch (fault.part) {
    case "fields":
    case "metadata":
      return reasonText(fault.reason);
    case "whole":
      return fault.detail;
    case "repeated suggestion":
      return "found duplicate suggestions question IDs";
    case "suggestion": {
      const { questionId, reason } = fault;
      const why = reason ? reasonText(reason) : `question_id=${questionId} does not exist`;
      return `suggestion for question_id=${questionId} is not valid: ${why}`;
    }
    case "response": {
      const { position, userId, reason } = fault;
      return `response at position ${position} is not valid: ${reason ? reasonText(reason) : `user_id=${userId} does not exist`}`;
    }
    case "vector":
      return `vector with name=${fault.fault.name} is not valid: ${vectorReason("vector", fault.fault, datasetId)}`;
  }
}

/** Rows 31 and 32: the whole sentence about the record at a position, counted from 0. */
export function bulkFaultText(fault: RecordFault, position: number, datasetId: string): string {
  const not = (parts: string) => `Record at position ${position} does not have valid ${parts} because`;
  switch (fault.part) {
    case "fields":
    case "metadata":
    case "whole":
    case "repeated suggestion":
      return `record at position ${position} is not valid because ${faultReason(fault, datasetId)}`;
    case "suggestion":
      return fault.reason === null
        ? `${not("suggestions")} question with question_id=${fault.questionId} does not exist`
        : `${not("suggestions")} suggestion for question name=${fault.question} is not valid: ${reasonText(fault.reason)}`;
    case "response":
      return `${not("responses")} ${fault.reason ? reasonText(fault.reason) : `user with id ${fault.userId} not found`}`;
    case "vector": {
      const subject = `vector value for vector name=${fault.fault.name}`;
      return `${not("vectors")} ${vectorReason(subject, fault.fault, datasetId)}`;
    }
  }
}

const vectorReason = (subject: string, fault: VectorFault, datasetId: string): string =>
  fault.kind === "unknown"
    ? `vector with name=${fault.name} does not exist for dataset_id=${datasetId}`
    : `${subject} must have ${fault.dimensions} elements, got ${fault.found} elements`;
