"""What people do with client 2.8.0: settings, records, answers, search and progress. Prints what it read, as JSON."""

import json
import os

import argilla as rg

client = rg.Argilla(api_url=os.environ["POSTIL_URL"], api_key=os.environ["POSTIL_KEY"])
workspace = rg.Workspace(name=os.environ["POSTIL_NAME"], client=client).create()
settings = rg.Settings(
    guidelines="Read twice.",
    fields=[rg.TextField(name="text", title="Text", description="What was said")],
    questions=[
        rg.LabelQuestion(name="mood", labels=["good", "bad"]),
        rg.TextQuestion(name="why", required=False),
    ],
    metadata=[rg.TermsMetadataProperty(name="lang")],
    vectors=[rg.VectorField(name="close", dimensions=3)],
)
dataset = rg.Dataset(name="feedback", workspace=workspace, settings=settings, client=client).create()
dataset.records.log(
    [
        rg.Record(
            id=str(number),
            fields={"text": f"text {number}"},
            metadata={"lang": "en" if number % 2 else "de"},
            vectors={"close": [number, 1.0, 0.0]},
            suggestions=[rg.Suggestion("mood", "good", agent="m", score=0.5)],
            responses=[rg.Response("mood", "bad", user_id=client.me.id, status="submitted")] if number < 10 else [],
        )
        for number in range(40)
    ]
)

again = client.datasets(name="feedback", workspace=workspace)
again.settings.get()
records = list(again.records(with_suggestions=True, with_responses=True, with_vectors=True))
english = rg.Query(filter=rg.Filter([("metadata.lang", "==", "en")]))
# The page of the most similar ones that the client asks for, with an offset of its own.
similar = rg.Query(similar=rg.Similar("close", [39.0, 1.0, 0.0]))
bad = rg.Query(filter=rg.Filter([("mood.response", "==", "bad")]))

print(
    json.dumps(
        {
            "guidelines": again.settings.guidelines,
            "fields": [[field.name, field.description] for field in again.settings.fields],
            "questions": [question.name for question in again.settings.questions],
            "texts": len({record.fields["text"] for record in records}),
            "vectors": len([record for record in records if len(record.vectors["close"]) == 3]),
            "suggested": records[0].suggestions["mood"].value,
            "english": len(list(again.records(english))),
            "similar": [found[0].id for found in again.records(similar, limit=3)],
            "bad": len(list(again.records(bad))),
            "completed": again.progress()["completed"],
        }
    )
)
