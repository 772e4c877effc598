import { addTexts } from "../texts.ts";

export const ranking = addTexts("ranking", {
  hint: "Rank every option. Type a number to rank an item, or 0 to remove its rank.",
  suggested: "suggested rank {{rank}}",
  place: "Rank {{rank}}",
  ranked: ", rank {{rank}}",
  unranked: ", not ranked",
  takeOut: "Not ranked",
  notRanked: "Not ranked yet",
  allRanked: "Nothing left to rank",
  partial: "Rank all {{count, number}} answers, or none.",
  choose: "Rank of {{text}}",
  moved: "{{text}}: rank {{rank}}",
  removed: "{{text}}: not ranked",
});
