/** What floats over the page: a hairline, a shadow, radius 10. */
export const floatingClass = "animate-open rounded-panel border border-line bg-surface text-ink shadow-menu";
