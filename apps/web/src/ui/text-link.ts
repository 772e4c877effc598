/** The look of a link within text. */
export const textLinkClass = "text-accent underline-offset-[3px] hover:underline";
