/** The end of an id is what tells ids of one dataset apart: their beginning is the time. */
const ID_END = 8;
export const shortId = (id: string): string => id.slice(-ID_END);
