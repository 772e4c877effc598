import { addTexts } from "../texts.ts";

/** The welcome page of the hosted platform, and the record that rises from its lower edge. */
export const welcome = addTexts("welcome", {
  by: "A space by",
  text: ", where people read and label the records of datasets together. Come in with the account you already have here.",
  withPlatform: "Sign in with Hugging Face",
  withUsername: "Sign in with a username",
  record: {
    title: "Record 12",
    when: "this session",
    status: "Pending",
    field: "Letter",
    first:
      "The second crate came up from the quay on Thursday with its lid already started, and I did not like to open it further without a witness. Of the nine trays six are sound. In the others the labels have come away from the specimens, and I have put them together as your list has them, but not all of it can be right.",
    second:
      "Would you ask the captain whether the crate stood on deck? The carrier says below, and charges for below, but the paper is swollen on one side only, as it is when spray comes over. If he is still in port on Monday I can go to him myself, and bring the tray with the moths, which he will not like.",
    third:
      "About the drawings I can say nothing yet. They are dry, and in their order, and I have not let anybody touch them.",
    asks: "What does the writer ask for?",
    asked: ["Information", "Money", "A loan", "Nothing"],
    score: "84\u202f%",
    agent: "critic-2",
    mentions: "What does the letter mention?",
    mentioned: ["Damage", "Transport", "Payment", "Weather", "Family"],
  },
});
