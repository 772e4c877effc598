import { addTexts, plural } from "../texts.ts";

/** Entities in the texts of token classification. */
export const taskTokens = addTexts("taskTokens", {
  text: "Text of the record, word by word",
  more: "+{{count, number}}",
  showMore_one: "Show {{count, number}} more entity",
  showMore_other: "Show {{count, number}} more entities",
  names: "Names under the words",
  armed: "is armed: what you select becomes {{label}}.",
  disarm: "Disarm",
  chooser: "Entity of “{{words}}”",
  find: "Find an entity",
  notFound: "No such entity",
  percent: "{{value}} %",
  accept_one: "Accept the prediction",
  accept_other: "Accept all {{count, number}} predictions",
  ...plural("accepted", "{{count, number}} prediction(s) accepted"),
  tag: {
    here: "Tag {{count, number}} more “{{words}}”",
    page: "Tag {{count, number}} “{{words}}” on this page",
    done_one: "{{count, number}} more “{{words}}” is {{label}} now",
    done_other: "{{count, number}} more “{{words}}” are {{label}} now",
  },
  none: {
    admin: "This dataset has no entities yet.",
    settings: "Add some in its settings",
    annotator: "This dataset has no entities yet. Ask an admin to add some.",
  },
  command: {
    words: "Go through the words",
    choose: "Choose an entity for the words",
    accept: "Accept all predictions",
    more: "Tag the same words elsewhere",
  },
});
