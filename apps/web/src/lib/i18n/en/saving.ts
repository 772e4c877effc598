export const saving = {} as const;
