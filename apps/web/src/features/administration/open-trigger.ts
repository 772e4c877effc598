/** The look of a row's button while its menu is open, to connect the menu with the row. */
export const OPEN_TRIGGER = "aria-expanded:bg-accent-fill aria-expanded:text-accent";
