/** What the first start of a home makes beside the owner. */
export const FIRST_WORKSPACE = "default";
