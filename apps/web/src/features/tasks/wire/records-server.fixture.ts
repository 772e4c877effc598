import { answerOutcomeToWire, taskRecordToWire } from "@postil/contract/tasks/record-mapping";
import {
  AnsweredTaskRecords,
  LoggedTextRecords,
  LoggedTokenRecords,
  type WireTaskRecord,
} from "@postil/contract/tasks/records";
import { judgeAnswer, logOfAnswer, stateOf, type TaskAnswer } from "@postil/domain/tasks/answer-record";
import { checkRecord } from "@postil/domain/tasks/check-record";
import { type LoggedRecord, type LogResult, logRecord } from "@postil/domain/tasks/log-record";
import { timeToText } from "@postil/domain/time";

type Task = "TextClassification" | "TokenClassification";
const BODIES = { TextClassification: LoggedTextRecords, TokenClassification: LoggedTokenRecords };

/** A dataset with one record, which follows the rules of the real server. */
export class RecordServer {
  readonly task: Task;
  /** Changes by other users before an answer arrives. Each happens once. */
  readonly meanwhile: (() => void)[] = [];
  /** The number of next calls that the server carries out without a response. */
  lostReplies = 0;
  /** The number of answers in each call. */
  readonly calls: number[] = [];
  #stored: LogResult | null = null;
  #time = 1_700_000_000_000_000;

  constructor(task: Task, record: object) {
    this.task = task;
    this.log(record);
  }

  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(address), "http://localhost");
    if (init.method !== "PUT" || !pathname.endsWith("/letters/answers")) return gone();
    this.meanwhile.shift()?.();
    const { answers } = AnsweredTaskRecords.parse(JSON.parse(String(init.body)));
    this.calls.push(answers.length);
    const reply = Response.json({ items: answers.map((answer) => this.#answer(answer)) });
    if (this.lostReplies > 0) {
      this.lostReplies -= 1;
      throw new TypeError("Failed to fetch");
    }
    return reply;
  };

  /** The record in a server response. */
  record(): WireTaskRecord {
    if (this.#stored === null) throw new Error("There is no record");
    // The copy through JSON gives numbers as a client reads them.
    return JSON.parse(JSON.stringify(taskRecordToWire(this.#stored.document)));
  }

  /** Logs a record as a script does. False: the record is invalid. */
  log(given: object): boolean {
    const [record] = BODIES[this.task].parse({ records: [given] }).records;
    if (record === undefined) throw new Error("Nothing was logged");
    const checked = checkRecord(record);
    if ("record" in checked) this.#lay(checked.record);
    return "record" in checked;
  }

  #answer(answer: TaskAnswer) {
    const document = answer.id === "a" ? this.#stored?.document : undefined;
    if (document === undefined) return { outcome: "missing", detail: "unknown" };
    const verdict = judgeAnswer(document, answer);
    if (verdict === "write") {
      const log = logOfAnswer(document, answer);
      if ("fault" in log) return { outcome: "refused", detail: log.fault };
      this.#lay(log.record);
    }
    const now = this.#stored?.document ?? document;
    const record = { ...stateOf(now), lastUpdated: now.last_updated };
    return answerOutcomeToWire({ outcome: verdict === "changed" ? "changed" : "answered", record });
  }

  #lay(record: LoggedRecord): void {
    const { document = null, lastLog: earlier } = this.#stored ?? {};
    this.#stored = logRecord(document, record, { id: "a", lastUpdated: this.#now(), earlier });
  }

  #now = (): string => timeToText(this.#time++);
}

const gone = () => Response.json({ detail: "unknown" }, { status: 404 });
