import type { WireTaskRecord } from "@postil/contract/entities/task-records";
import { LoggedTextRecords, LoggedTokenRecords } from "@postil/contract/inputs/task-records";
import { taskRecordToWire } from "@postil/contract/mapping/task-records";
import { checkRecord } from "@postil/domain/tasks/check-record";
import { type LogResult, logRecord } from "@postil/domain/tasks/log-record";
import { isAsSeen } from "@postil/domain/tasks/seen-record";
import { timeToText } from "@postil/domain/time";

type Task = "TextClassification" | "TokenClassification";
const BODIES = { TextClassification: LoggedTextRecords, TokenClassification: LoggedTokenRecords };

/** The one record of a dataset, kept by the rules of the real server. */
export class RecordServer {
  readonly task: Task;
  /** What others do once a record was read and before its log arrives; each once. */
  readonly meanwhile: (() => void)[] = [];
  /** How many of the next logs are carried out without a reply. */
  lostReplies = 0;
  logs = 0;
  #stored: LogResult | null = null;
  #time = 1_700_000_000_000_000;

  constructor(task: Task, record: object) {
    this.task = task;
    this.log(record);
  }

  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(address), "http://localhost");
    if (init.method !== "POST") return this.#stored === null ? gone() : Response.json(this.record());
    if (!decodeURIComponent(pathname).endsWith(`${this.task}:bulk`)) return gone();
    this.logs += 1;
    this.meanwhile.shift()?.();
    const reply = this.log(...JSON.parse(String(init.body)).records);
    if (this.lostReplies > 0) {
      this.lostReplies -= 1;
      throw new TypeError("Failed to fetch");
    }
    return reply;
  };

  /** As the server tells of it. */
  record(): WireTaskRecord {
    if (this.#stored === null) throw new Error("There is no record");
    // Numbers as they are read again.
    return JSON.parse(JSON.stringify(taskRecordToWire(this.#stored.document)));
  }

  log(...given: readonly object[]): Response {
    const changed: unknown[] = [];
    for (const record of BODIES[this.task].parse({ records: given }).records) {
      const checked = checkRecord(record);
      if ("fault" in checked) return Response.json({ detail: checked.fault.says }, { status: 422 });
      const { document = null, lastLog: earlier } = this.#stored ?? {};
      if (record.seen && !isAsSeen(document, record.seen)) changed.push(record.id);
      else this.#stored = logRecord(document, checked.record, { id: "a", lastUpdated: this.#now(), earlier });
    }
    return Response.json({
      ...{ dataset: "letters", processed: given.length - changed.length, failed: changed.length },
      ...(changed.length > 0 ? { postil_changed: changed } : {}),
    });
  }

  #now = (): string => timeToText(this.#time++);
}

const gone = () => Response.json({ detail: "unknown" }, { status: 404 });
