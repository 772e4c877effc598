import { USERNAME, USERNAME_RULE } from "@postil/domain/datasets/names";
import { StartFailure } from "../start-failure.ts";

/** Checks the name of a new user. */
export function newUsername(word: string): string {
  if (USERNAME.pattern.test(word)) return word;
  throw new StartFailure(`"${word}" is no username: ${USERNAME_RULE}.`);
}
