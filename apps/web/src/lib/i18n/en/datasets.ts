export const datasets = {} as const;
