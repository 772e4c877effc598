type Named = { readonly username: string; readonly firstName: string; readonly lastName: string | null };

/** First and last name; where there is none, the username. */
export function fullName({ firstName, lastName, username }: Named): string {
  return [firstName, lastName].filter(Boolean).join(" ") || username;
}
