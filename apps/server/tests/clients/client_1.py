"""What people do with client 1.29.1: both dataset families, sent and read back. Prints what it read, as JSON."""

import json
import os

import argilla as rg

rg.init(api_url=os.environ["POSTIL_URL"], api_key=os.environ["POSTIL_KEY"])
workspace = rg.Workspace.create(os.environ["POSTIL_NAME"])
rg.set_workspace(workspace.name)

dataset = rg.FeedbackDataset(
    guidelines="Read twice.",
    fields=[rg.TextField(name="text", title="Text")],
    questions=[
        rg.LabelQuestion(name="mood", labels=["good", "bad"]),
        rg.TextQuestion(name="why", required=False),
    ],
    metadata_properties=[rg.TermsMetadataProperty(name="lang")],
)
dataset.add_records(
    [
        rg.FeedbackRecord(
            fields={"text": f"text {number}"},
            metadata={"lang": "en"},
            external_id=str(number),
            suggestions=[{"question_name": "mood", "value": "good", "agent": "m", "score": 0.5}],
            responses=[{"values": {"mood": {"value": "bad"}}, "status": "submitted"}],
        )
        for number in range(40)
    ]
)
dataset.push_to_argilla(name="feedback", workspace=workspace.name)
remote = rg.FeedbackDataset.from_argilla(name="feedback", workspace=workspace.name)
records = list(remote.records)

rg.log(
    [
        rg.TextClassificationRecord(id=number, text=f"text {number}", prediction=[("A", 0.9), ("B", 0.1)])
        for number in range(40)
    ],
    name="task",
)
loaded = rg.load("task")

print(
    json.dumps(
        {
            "names": [found.name for found in rg.FeedbackDataset.list(workspace=workspace.name)],
            "guidelines": remote.guidelines,
            "fields": [field.name for field in remote.fields],
            "questions": [question.name for question in remote.questions],
            "texts": len({record.fields["text"] for record in records}),
            "suggested": [record.suggestions[0].value for record in records][:1],
            "answered": [record.responses[0].values["mood"].value for record in records][:1],
            "predicted": sorted({record.prediction[0][0] for record in loaded}),
            "loaded": len(loaded),
        }
    )
)
