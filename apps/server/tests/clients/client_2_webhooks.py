"""A program that hears of answers with the listener of client 2.8.0. Prints what it heard, as JSON."""

import json
import os
import queue
import socket
import threading

# Any free port, where the client's own way to start would take 8000.
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
address = f"http://127.0.0.1:{listening.getsockname()[1]}"
os.environ["WEBHOOK_SERVER_URL"] = address

import argilla as rg
import httpx
import uvicorn

client = rg.Argilla(api_url=os.environ["POSTIL_URL"], api_key=os.environ["POSTIL_KEY"])
heard = queue.Queue()


async def listen(type, timestamp, record=None, response=None):
    assert timestamp.year > 2000
    if response is not None:
        heard.put([type.value, response.responses[0].status.value, response.responses[0].value])
    else:
        heard.put([type.value, record.fields["text"], record.dataset.name == "heard"])


events = ["response.created", "record.completed"]
rg.webhook_listener(events=events)(listen)
# A second start finds the webhook of the first one and turns it on again.
rg.webhook_listener(events=events)(listen)
made = [webhook for webhook in client.webhooks if webhook.url == f"{address}/listen" and webhook.enabled]
server = uvicorn.Server(uvicorn.Config(rg.get_webhook_server(), log_level="critical"))
threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()

workspace = rg.Workspace(name=os.environ["POSTIL_NAME"], client=client).create()
settings = rg.Settings(fields=[rg.TextField(name="text")], questions=[rg.LabelQuestion(name="mood", labels=["good", "bad"])])
dataset = rg.Dataset(name="heard", workspace=workspace, settings=settings, client=client).create()
dataset.records.log([rg.Record(id="1", fields={"text": "text 1"})])
record = list(dataset.records)[0]
answer = {"status": "submitted", "values": {"mood": {"value": "bad"}}}
client.api.http_client.post(f"/api/v1/records/{record._server_id}/responses", json=answer).raise_for_status()
told = [heard.get(timeout=60) for _ in range(2)]
unsigned = httpx.post(f"{address}/listen", json={"type": "record.completed"}).status_code

for webhook in client.webhooks:
    webhook.delete()
print(
    json.dumps(
        {"heard": told, "again": len(made) == 1, "unsigned": unsigned, "left": len(list(client.webhooks))}
    )
)
