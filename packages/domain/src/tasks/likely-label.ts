/**
 * Where a record may have several labels, those above this score are meant (TAN-02): what was predicted, what searches find it
 * by, what metrics compare and what rules disagree with (contract api-v0 5.4).
 */
const LIKELY_ABOVE = 0.5;

export const isLikely = (score: number): boolean => score > LIKELY_ABOVE;
