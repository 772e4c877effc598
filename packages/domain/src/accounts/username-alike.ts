/** The name that differs only in case and is easily confused with this one; null if there is none. */
export const usernameAlike = (username: string, others: readonly string[]): string | null =>
  others.find((other) => other !== username && other.toLowerCase() === username.toLowerCase()) ?? null;
