/** The button of a row whose menu stands open: the eye goes back from the menu to the row. */
export const OPEN_TRIGGER = "aria-expanded:bg-accent-fill aria-expanded:text-accent";
