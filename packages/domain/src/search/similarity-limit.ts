/** Number of similar records shown by default, in both families (CON-03, TSE-04, FFI-23). */
export const SIMILARITY_LIMIT = 50;
