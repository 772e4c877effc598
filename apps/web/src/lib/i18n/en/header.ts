export const header = {
  datasetName: "dataset name",
  exportDataset: "Export this dataset",
  exportOf: "Export {{name}}",
  userMenu: "Your menu",
  userSettings: "User settings",
  shortcuts: "Keyboard shortcuts",
  theme: "Theme",
  documentation: "Documentation",
  signOut: "Sign out",
  version: "Postil {{version}}",
} as const;
