/** For a browser that denies a page all of its storage. */
export const notKept = {
  told: "This browser keeps nothing for Postil: cookies and site data of this address are blocked.",
  what: "What you submit is saved. What is only typed, and your sign-in, last as long as this page; allow them to keep both.",
} as const;
