import { addTexts } from "../texts.ts";

export const passwordRules = addTexts("passwordRules", {
  common: "This is one of the most common passwords. Choose another.",
  name: "This is the name of the person. Choose another password.",
});
