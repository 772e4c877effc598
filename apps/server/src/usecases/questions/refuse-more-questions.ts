import { QUESTIONS_BOUND } from "@postil/domain/datasets/question-rules";
import { sizeOfQuestions } from "../../storage/sqlite/whole-sizes.ts";
import type { Context } from "../../storage/store.ts";
import { refuseBeyond } from "../refuse-beyond.ts";

/** Refuses what a question says where the dataset would have too much of it; `before`: what it takes the place of. */
export async function refuseMoreQuestions(
  { db }: Pick<Context, "db">,
  datasetId: string,
  texts: readonly (string | null)[],
  before?: readonly (string | null)[],
): Promise<void> {
  const [there = { count: 0, bytes: 0 }] = await sizeOfQuestions(db, datasetId);
  refuseBeyond(QUESTIONS_BOUND, there, texts, before);
}
