import { addTexts } from "../texts.ts";

/** What any page of a task dataset says of it and of its labels. */
export const taskDatasets = addTexts("taskDatasets", {
  /** on the error page (TLO-02, TLO-03, TEN-33) */
  notFound: "Not found dataset named {{name}}",
  noTask: "Wrong dataset task initialization",
  unknownTask: "ERROR Unknown task: {{task}}",
  /** LAB-10 */
  settingsFailed: "STATUS: {{status}}, Could not fetch settings",
  labels: {
    /** TOA-14, TOA-20 */
    exist: 'The labels "{{labels}}" already exist in the list of labels',
    saved: "The labels are updated!",
    notSaved: "STATUS:{{status}} The labels of the dataset {{name}} with task {{task}} could not be saved",
    /** LAB-17 */
    failed: "Error on adding new labels",
  },
});
