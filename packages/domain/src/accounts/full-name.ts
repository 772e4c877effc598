type Named = { readonly username: string; readonly firstName: string; readonly lastName: string | null };

/** First and last name; the username if both are empty. */
export function fullName({ firstName, lastName, username }: Named): string {
  return [firstName, lastName].filter(Boolean).join(" ") || username;
}
