import { usernameAlike } from "@postil/domain/accounts/username-alike";
import type { Surroundings } from "./command.ts";

/** Says of somebody new that there is a name beside theirs which differs by case alone. */
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
