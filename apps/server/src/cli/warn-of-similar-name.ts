import { usernameAlike } from "@postil/domain/accounts/username-alike";
import type { Surroundings } from "./command.ts";

/** Warns if an existing username differs from the new one only in case. */
export function warnOfSimilarName(
  { print }: Surroundings,
  username: string,
  users: readonly { readonly username: string }[],
) {
  const alike = usernameAlike(
    username,
    users.map((user) => user.username),
  );
  if (alike !== null) print(`There is a user "${alike}" already, and "${username}" is another one.`);
}
