export const annotation = {} as const;
