/** The look of floating elements: a hairline, a shadow, radius 10. */
export const floatingClass = "animate-open rounded-panel border border-line bg-surface text-ink shadow-menu";
