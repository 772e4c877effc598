export type MatchState = {
  /** places in all fields on the page; null: nothing is searched for, or it has not been looked for yet */
  readonly count: number | null;
  /** the one that was stepped to, from 1; 0: none yet */
  readonly at: number;
};
