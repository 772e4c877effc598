import type { WireAdding, WireUnderstanding, WireUpload } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import type { Existing } from "@postil/domain/records/merge-record";
import type { Outgoing } from "../client/api-client.ts";
import type { Added } from "../import/add-rows.ts";
import type { Sender } from "../import/responses.ts";

/** What the page says about a file, in wire names. */
export type Wish = Asked<Routes["understandUpload"]>["body"];

/** The file of a process. `refused`: where it writes the rows that it refuses. */
export type FileData = { readonly path: string; readonly name: string; readonly refused: string };

export type RefusedRow = WireUpload["refused_rows"][number];
export type RefusedAlike = WireUpload["refused_alike"][number];

/** How far an import is. */
export type Progress = {
  readonly state: "checking" | "storing";
  readonly read: number;
  readonly total: number | null;
  readonly stored: number;
  readonly refused: number;
  readonly merged?: number;
  readonly numbers: WireUpload["numbers"];
  readonly refusedRows: readonly RefusedRow[];
  readonly refusedAlike: readonly RefusedAlike[];
  /** The size of the table of refused rows. */
  readonly tableBytes: number;
  /** Of rows that go into a dataset that is there. */
  readonly added?: Omit<Added, "read" | "silent"> & Partial<Pick<WireAdding, "samples">>;
};

export type ImportTarget = {
  readonly workspaceId: string;
  /** Its name, by which the calls of the older family know it. */
  readonly workspace: string;
  readonly importId: string;
  /** The sender, who may be in no workspace. */
  readonly sender: Sender;
};

/** A dataset that is there, of either family. */
export type Into =
  | { readonly family: "feedback"; readonly target: WireAddTarget }
  | { readonly family: "task"; readonly target: WireTaskAddTarget };

/** Rows that go into it, or a dry run of that. `overwrite`: of a task dataset, what people said changes too. */
export type AddTarget = {
  readonly into: Into;
  readonly existing: Existing;
  readonly overwrite: boolean;
  readonly isDry: boolean;
};

/** What is asked of the process, one after the other. */
export type Task =
  | { readonly kind: "understand"; readonly wish: Wish; readonly into: Into | null }
  | { readonly kind: "import"; readonly wish: Wish; readonly target: ImportTarget }
  | { readonly kind: "add"; readonly wish: Wish; readonly target: AddTarget };

/** The result of a task. `told`: a failure in words for the person. `status`: that of the call which was refused. */
export type Outcome =
  | { readonly kind: "understood"; readonly understanding: WireUnderstanding }
  | { readonly kind: "imported" }
  | { readonly kind: "failed"; readonly told: string; readonly status: number | null };

export type ToReader =
  | { readonly kind: "task"; readonly task: Task }
  | { readonly kind: "reply"; readonly id: number; readonly status: number; readonly text: string };

export type FromReader =
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "progress"; readonly progress: Progress }
  /** A call of the API, which the server makes in the name of the person. */
  | { readonly kind: "call"; readonly id: number; readonly outgoing: Outgoing };
