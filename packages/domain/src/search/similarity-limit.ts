/** So many records are shown that are like one, in both families, unless another number is chosen (CON-03, TSE-04, FFI-23). */
export const SIMILARITY_LIMIT = 50;
