import type { Task } from "@postil/domain/datasets/dataset-links";
import { pythonRepr } from "@postil/domain/text/python-text";

export type PythonTarget = {
  /** The address of the server, without a slash at the end. */
  readonly server: string;
  readonly workspace: string;
  readonly dataset: string;
  readonly task: Task;
  /** One of its labels, for an example; null if it has none. */
  readonly label: string | null;
};

export type PythonCode = { readonly load: string; readonly add: string; readonly read: string };

/**
 * Lines for the Argilla 1.x client: load the dataset, add a record, read the annotations (CON-09). Users fill in their own
 * key.
 */
export function pythonCode({ server, workspace, dataset, task, label }: PythonTarget): PythonCode {
  const name = pythonRepr(dataset);
  const example = pythonRepr(label ?? "...");
  return {
    load: `import argilla as rg

rg.init(api_url=${pythonRepr(server)}, api_key="YOUR_API_KEY",
        workspace=${pythonRepr(workspace)})
dataset = rg.load(${name})`,
    add: `rg.log(rg.${RECORDS[task](example)}, name=${name})`,
    read: `for record in rg.load(${name}, query="status:Validated"):
    print(record.${task === "TextClassification" ? "inputs" : "text"}, record.annotation)`,
  };
}

const RECORDS: { readonly [Of in Task]: (label: string) => string } = {
  TextClassification: (label) => `TextClassificationRecord(
    text="...", prediction=[(${label}, 0.9)],
)`,
  TokenClassification: (label) => `TokenClassificationRecord(
    text="One text", tokens=["One", "text"], prediction=[(${label}, 4, 8)],
)`,
  Text2Text: () => `Text2TextRecord(
    text="...", prediction=["..."],
)`,
};
