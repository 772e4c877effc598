/** The parts of the page in their order; each is the fragment of an address. */
export const SECTIONS = ["appearance", "annotation", "keyboard", "keys", "password", "device"] as const;
export type SectionId = (typeof SECTIONS)[number];
