import { ApiRefusal } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";

/** A call whose refusal by this status means one thing here: it is said by the names that somebody typed, where the API has ids. */
export async function refusedAs<T>(status: number, says: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof ApiRefusal && error.status === status ? new StartFailure(says) : error;
  }
}
