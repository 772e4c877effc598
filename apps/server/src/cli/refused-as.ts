import { ApiRefusal } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";

/** Gives a refused call with this status a message with the names that the user typed, because the API knows only ids. */
export async function refusedAs<T>(status: number, says: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof ApiRefusal && error.status === status ? new StartFailure(says) : error;
  }
}
