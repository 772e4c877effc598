import { pythonRepr } from "@postil/domain/text/python-text";

/** The dataset of the code lines; `fields` and `questions` by name, in the dataset's order. */
export type PythonTarget = {
  /** The address of the server, without a slash at the end. */
  readonly server: string;
  readonly workspace: string;
  readonly dataset: string;
  readonly fields: readonly { readonly name: string }[];
  readonly questions: readonly { readonly name: string }[];
};

export type PythonLines = { readonly load: string; readonly add: string; readonly read: string };

/**
 * Lines for the Argilla 1.x client: load the dataset, add a record, read the answers (CON-09). Users fill in their own key.
 */
export function pythonLines({ server, workspace, dataset, fields, questions }: PythonTarget): PythonLines {
  const texts = fields.map(({ name }) => `        ${pythonRepr(name)}: "...",`).join("\n");
  const answers = questions.map(({ name }) => pythonRepr(name)).join(", ");
  return {
    load: `import argilla as rg

rg.init(api_url=${pythonRepr(server)}, api_key="YOUR_API_KEY")
dataset = rg.FeedbackDataset.from_argilla(
    name=${pythonRepr(dataset)}, workspace=${pythonRepr(workspace)}
)`,
    add: `dataset.add_records([
    rg.FeedbackRecord(fields={
${texts}
    }),
])`,
    read: `for record in dataset.records:
    for response in record.responses:
        if response.status.value == "submitted":
            for name in [${answers}]:
                answer = response.values.get(name)
                if answer is not None:
                    print(record.fields, name, answer.value)`,
  };
}
