import { fromBuffer } from "yauzl";

/** The files of a zip, by name. */
export const unzip = (zip: Buffer) =>
  new Promise<ReadonlyMap<string, Buffer>>((resolve, reject) => {
    const files = new Map<string, Buffer>();
    fromBuffer(zip, { lazyEntries: true }, (error, opened) => {
      if (error) return reject(error);
      opened.on("error", reject).on("end", () => resolve(files));
      opened.on("entry", (entry) => {
        opened.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          files.set(entry.fileName, Buffer.concat(await stream.toArray()));
          opened.readEntry();
        });
      });
      opened.readEntry();
    });
  });
