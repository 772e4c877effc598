import type { Family } from "@postil/domain/outbox/family";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { UpsertItem } from "@postil/domain/outbox/outbox-request";
import type { KnownResponse, OwnResponse, ResponseValues } from "@postil/domain/records/record-status";
import type { RecordStatus, ResponseStatus } from "@postil/domain/records/response";

export type Answer = { readonly status: ResponseStatus; readonly values: ResponseValues | null };

/**
 * Told with every call. `base`: what the reader saw before, where it is known; `unanswered`: what they asked for since, of which no reply
 * told whether it was carried out.
 */
export type CallNote = {
  readonly datasetId: string;
  readonly shownFor: number | null;
  readonly base?: KnownResponse | null;
  readonly unanswered?: readonly (OwnResponse | null)[];
  /** See `UpsertItem`. */
  readonly seen?: UpsertItem["seen"];
};

/** An answer was not carried out: what it was to change says something else than the reader saw. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
  readonly response: KnownResponse | null;

  /** @param detail whose change it is, for people; empty where that is not known */
  constructor(response: KnownResponse | null, detail: string) {
    super(detail);
    this.response = response;
  }
}

/**
 * How the answers of a family of datasets go over the wire. Where it has one call for all of them, each of these is that call. They
 * reject as the API client does, or with `ChangedMeanwhile`, and show nothing themselves.
 */
export type ResponsesApi<Note = CallNote> = {
  readonly create: (recordId: string, answer: Answer, note: Note) => Promise<KnownResponse>;
  readonly update: (responseId: string, answer: Answer, note: Note) => Promise<KnownResponse>;
  readonly remove: (responseId: string, note: Note) => Promise<void>;
  /** The bulk call, with a result for each item in their order; an item that was refused is no rejection. */
  readonly upsert: (items: readonly WantedItem[], note: Note) => Promise<readonly UpsertResult[]>;
};

/** The same of all families. */
export type FamiliesApi = ResponsesApi<CallNote & { readonly family: Family }>;

/** An item of the bulk call, told as each call by itself. */
export type WantedItem = UpsertItem & Pick<CallNote, "base" | "unanswered">;

/**
 * What became of an item: the response that is there now, why it was refused, or what is there in place of what was seen, and by whom
 * where that is known.
 */
export type UpsertResult =
  | { readonly item: KnownResponse | null }
  | { readonly refused: string; readonly lost?: true }
  | { readonly changed: KnownResponse | null; readonly by?: string };

/** Where entries outlive the page. Each call is atomic, across tabs too. */
export type EntryStore = {
  readonly all: () => Promise<readonly OutboxEntry[]>;
  /** Keeps entries, all or none, each made one with what another tab may have kept for the record. */
  readonly put: (entries: readonly OutboxEntry[]) => Promise<void>;
  /** Forgets entries, but for those that hold a newer intent by now. */
  readonly remove: (entries: readonly Pick<OutboxEntry, "recordId" | "intentId">[]) => Promise<void>;
};

/** What tabs tell each other. `delivered` also says that there is nothing left to deliver; `send`, that what waits is to be tried now. */
export type TabMessage =
  | { readonly kind: "wanted"; readonly entries: readonly OutboxEntry[] }
  | { readonly kind: "send"; readonly recordId: string }
  | { readonly kind: "delivered"; readonly deliveries: readonly (Delivery & { readonly intentId: string })[] }
  | { readonly kind: "let-go"; readonly recordId: string; readonly intentId: string };

export type TabChannel<Message = TabMessage> = {
  readonly post: (message: Message) => void;
  readonly listen: (listener: (message: Message) => void) => void;
  readonly close: () => void;
};

/**
 * The server's word on an answer. `wantedAt`, epoch ms, is when the answer was given; `before` is the status that the record
 * was known to have on the server until then.
 */
export type Delivery = {
  readonly recordId: string;
  readonly datasetId: string;
  readonly before: RecordStatus;
  readonly response: KnownResponse | null;
  readonly wantedAt: number;
};

/** How a record's response shows from now on (FRS-05, FRS-14). */
export type ShownChange = {
  readonly recordId: string;
  readonly datasetId: string;
  readonly response: OwnResponse | null;
  readonly saved: SavedState;
  /** The answer was not given in this tab. */
  readonly elsewhere: boolean;
  /** It had been given up before this page knew of it: no news. */
  readonly old: boolean;
};
export type SavedState = "saving" | "failed" | "saved";

export type OutboxPorts = {
  readonly userId: string;
  readonly api: FamiliesApi;
  readonly store: EntryStore;
  readonly tabs: TabChannel;
  /** Calls back once this tab is the one that delivers. Returns the way to step back. */
  readonly lead: (begin: () => void) => () => void;
  readonly connection: {
    readonly isOnline: () => boolean;
    readonly onChange: (listener: () => void) => () => void;
  };
  readonly now: () => number;
  /** Calls back after so many ms; returns the way to call it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly newId: () => string;
};
