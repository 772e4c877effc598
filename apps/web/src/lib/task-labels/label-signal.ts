/** Outcomes of a label write that callers distinguish (LAB-14, LAB-16, TSG-03). */
export type LabelSignalCode = "LABEL_ALREADY_EXIST" | "NOT_ALLOWED_TO_UPDATE_LABELS";

export class LabelSignal extends Error {
  override readonly name = "LabelSignal";
  readonly signal: LabelSignalCode;

  constructor(signal: LabelSignalCode, cause?: unknown) {
    super(signal, { cause });
    this.signal = signal;
  }
}
