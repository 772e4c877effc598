/** One of these names that is another one by case alone, and easily taken for it; null where there is none. */
export const usernameAlike = (username: string, others: readonly string[]): string | null =>
  others.find((other) => other !== username && other.toLowerCase() === username.toLowerCase()) ?? null;
