import { addTexts } from "../texts.ts";

const passwordRules = {
  common: "This is one of the most common passwords. Choose another.",
  name: "This is the name of the person. Choose another password.",
} as const;

export const texts = addTexts({ passwordRules });

declare module "../texts.ts" {
  interface Texts {
    passwordRules: typeof passwordRules;
  }
}
