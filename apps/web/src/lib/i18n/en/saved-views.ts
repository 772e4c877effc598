import { addTexts } from "../texts.ts";

/** What is asked and said where views are saved, renamed and deleted. */
const savedViews = {
  none: "A search, filters and an order can be kept under a name.",
  retry: "Load your views again",
  save: "Save this view…",
  manage: "Rename or delete…",
  saveTitle: "Save this view",
  saveHint: "Saves search, status, filters and order. Only you see the view.",
  name: "Name of the view",
  taken: "You have a view of this name already.",
  noName: "A view needs a name.",
  saved: "View “{{name}}” saved",
  replace: "Replace it",
  replaced: "View “{{name}}” shows what is shown now",
  manageTitle: "Your views",
  rename: "Rename {{name}}",
  remove: "Delete {{name}}",
  renamed: "View renamed",
  removed: "View “{{name}}” deleted",
  notRemoved: "The view “{{name}}” could not be deleted.",
  notRestored: "The view “{{name}}” could not be restored.",
  nothing: "You have no views of this dataset.",
} as const;

export const texts = addTexts({ savedViews });
