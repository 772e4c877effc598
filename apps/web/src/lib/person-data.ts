import { openStream } from "./api/open-stream.ts";
import { saveFile } from "./save-file.ts";
import { clearUnsaved, flagUnsaved } from "./unsaved.ts";

/**
 * Saves all that is kept about a person as a file (OPD-01). `userId` null: the data of the user. The page holds the received
 * part, so the browser asks before leaving meanwhile.
 */
export async function savePersonData(username: string, userId: string | null): Promise<void> {
  const work = `data of ${username}`;
  const { signal } = new AbortController();
  flagUnsaved(work);
  try {
    const { body } = await (userId === null
      ? openStream("exportMyData", {}, signal)
      : openStream("exportPersonData", { params: { user_id: userId } }, signal));
    saveFile(`${username}-data.zip`, await new Response(body).blob());
  } finally {
    clearUnsaved(work);
  }
}
