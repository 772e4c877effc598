export const header = {
  datasetName: "dataset name",
  exportDataset: "Export this dataset",
  exportOf: "Export {{name}}",
} as const;
