/** Which of the four actions on a record are available (FRS-12). */
export type Actions = {
  readonly submit: boolean;
  readonly saveDraft: boolean;
  readonly discard: boolean;
  readonly clear: boolean;
};
