import { asObject } from "@postil/domain/json-object";
import type { Family, OutboxEntry, UpsertItem } from "@postil/domain/outbox/outbox-entry";
import type { PutOff } from "@postil/domain/outbox/put-off";
import type {
  KnownResponse,
  OwnResponse,
  RecordStatus,
  ResponseStatus,
  ResponseValues,
} from "@postil/domain/records/labeled-record";

export type Answer = { readonly status: ResponseStatus; readonly values: ResponseValues | null };

/**
 * Details of a call. `base`: the response that the user saw, if known. `unanswered`: earlier requests without a reply that
 * tells if they were carried out.
 */
export type CallNote = {
  readonly datasetId: string;
  readonly shownFor: number | null;
  readonly base?: KnownResponse | null;
  readonly unanswered?: readonly (OwnResponse | null)[];
  /** See `UpsertItem`. */
  readonly seen?: UpsertItem["seen"];
};

/** The answer was not carried out, because the response is no longer the one that the user saw. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
  readonly response: KnownResponse | null;

  /** @param detail who made the change, for users; empty if unknown */
  constructor(response: KnownResponse | null, detail: string) {
    super(detail);
    this.response = response;
  }
}

/**
 * How a family of datasets sends answers. If its API has only one call, each of these uses that call. They reject as the API
 * client does, or with `ChangedMeanwhile`, and show nothing themselves.
 */
export type ResponsesApi<Note = CallNote> = {
  readonly create: (recordId: string, answer: Answer, note: Note) => Promise<KnownResponse>;
  readonly update: (responseId: string, answer: Answer, note: Note) => Promise<KnownResponse>;
  readonly remove: (responseId: string, note: Note) => Promise<void>;
  /** The bulk call. It returns one result per item, in the same order. A refused item does not reject the call. */
  readonly upsert: (items: readonly WantedItem[], note: Note) => Promise<readonly UpsertResult[]>;
};

/** The same for all families. */
export type FamiliesApi = ResponsesApi<CallNote & { readonly family: Family }>;

/** An item of the bulk call, with the details that a single call has. */
export type WantedItem = UpsertItem & Pick<CallNote, "base" | "unanswered">;

/**
 * The result of an item: the response that is stored now, or the reason for a refusal. If the response has changed since the
 * user saw it: the new response, and who changed it if known.
 */
export type UpsertResult =
  | { readonly item: KnownResponse | null }
  | { readonly refused: string; readonly lost?: true }
  | { readonly changed: KnownResponse | null; readonly by?: string };

/** Storage in which entries outlive the page. Each call is atomic, across tabs too. */
export type EntryStore = {
  readonly all: () => Promise<readonly OutboxEntry[]>;
  /** Stores entries, all or none. Each is merged with the entry that another tab may have stored for the record. */
  readonly put: (entries: readonly OutboxEntry[]) => Promise<void>;
  /** Removes entries, except those that have a newer intent in storage. */
  readonly remove: (entries: readonly Pick<OutboxEntry, "recordId" | "intentId">[]) => Promise<void>;
};

/**
 * Messages between tabs. `delivered` also says that nothing is left to deliver. `send` asks to retry a waiting answer now.
 * `put-off` is from the tab that delivers: the others show what waits, and the one that delivers next waits too.
 */
export type TabMessage =
  | { readonly kind: "wanted"; readonly entries: readonly OutboxEntry[] }
  | { readonly kind: "send"; readonly recordId: string }
  | { readonly kind: "delivered"; readonly deliveries: readonly (Delivery & { readonly intentId: string })[] }
  | { readonly kind: "put-off"; readonly datasets: PutOff }
  | { readonly kind: "let-go"; readonly recordId: string; readonly intentId: string };

export type TabChannel<Message = TabMessage> = {
  readonly post: (message: Message) => void;
  readonly listen: (listener: (message: Message) => void) => void;
  readonly close: () => void;
};

/**
 * The server's reply to an answer. `wantedAt`, epoch ms, is when the answer was given. `before` is the record's last known
 * status on the server before it.
 */
export type Delivery = {
  readonly recordId: string;
  readonly datasetId: string;
  readonly before: RecordStatus;
  readonly response: KnownResponse | null;
  readonly wantedAt: number;
};

/** How a record's response must be shown from now on (FRS-05, FRS-14). */
export type ShownChange = {
  readonly recordId: string;
  readonly datasetId: string;
  readonly response: OwnResponse | null;
  readonly saved: SavedState;
  /** True if the answer was given in another tab. */
  readonly elsewhere: boolean;
  /** True if the answer was given up before this page knew it, so it is not news. */
  readonly old: boolean;
};
export type SavedState = "saving" | "failed" | "saved";

export type OutboxPorts = {
  readonly userId: string;
  readonly api: FamiliesApi;
  readonly store: EntryStore;
  readonly tabs: TabChannel;
  /** Calls `begin` once this tab is the one that delivers. Returns a function that hands this over. */
  readonly lead: (begin: () => void) => () => void;
  readonly connection: {
    readonly isOnline: () => boolean;
    readonly onChange: (listener: () => void) => () => void;
  };
  readonly now: () => number;
  /** Runs `run` after this many ms. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  readonly newId: () => string;
};

/** The layout of a stored entry. This page cannot deliver an entry of another layout, so it stays in storage. */
export const ENTRY_VERSION = 1;

export type KeptEntry = OutboxEntry & { readonly version: typeof ENTRY_VERSION };

/** True if another entry can be merged with the stored one. `read-entries` checks the answers before any is sent. */
export function isMergeable(kept: unknown): kept is KeptEntry {
  const { version, intent, intentId, wantedAt, baseAt, unanswered } = asObject(kept) ?? {};
  return (
    version === ENTRY_VERSION &&
    asObject(intent) !== null &&
    typeof intentId === "string" &&
    typeof wantedAt === "number" &&
    typeof baseAt === "number" &&
    Array.isArray(unanswered) &&
    unanswered.every((one) => typeof one === "object")
  );
}
