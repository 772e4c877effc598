/**
 * If a record may have several labels, those above this score count (TAN-02): for the prediction, for searches, for
 * metrics and for disagreements with rules (contract api-v0 5.4).
 */
const LIKELY_ABOVE = 0.5;

export const isLikely = (score: number): boolean => score > LIKELY_ABOVE;
