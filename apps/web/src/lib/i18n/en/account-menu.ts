/** Of the menu at the avatar, what only it says. */
export const accountMenu = {
  administration: "Administration",
} as const;
