import { USERNAME, USERNAME_RULE } from "@postil/domain/datasets/names";
import { StartFailure } from "../start-failure.ts";

/** A name that somebody new is to have. */
export function newUsername(word: string): string {
  if (USERNAME.pattern.test(word)) return word;
  throw new StartFailure(`"${word}" is no username: ${USERNAME_RULE}.`);
}
