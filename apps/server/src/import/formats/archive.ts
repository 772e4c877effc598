import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { crc32 } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { StartFailure } from "../../start-failure.ts";
import { excerpt } from "../row.ts";

/** No table is in so many parts. The names of more members would fill the memory. */
const MOST_MEMBERS = 10_000;

type Archive = { readonly zip: ZipFile; readonly members: readonly Entry[] };

/** Reads the list of members. Their names are only compared and shown: nothing is written where a name leads. */
export async function openArchive(handle: FileHandle, file: string): Promise<Archive> {
  const { fd } = handle;
  try {
    const { fromFdPromise, getFileNameLowLevel, validateFileName } = await import("yauzl");
    const zip = await fromFdPromise(fd, { autoClose: false, decodeStrings: false });
    if (zip.entryCount > MOST_MEMBERS) throw tooMany(file, zip.entryCount);
    const members: Entry[] = [];
    for await (const member of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = member;
      member.fileName = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
      if (validateFileName(member.fileName) !== null) throw leadsOut(file, member.fileName);
      members.push(member);
    }
    return { zip, members };
  } catch (error) {
    if (error instanceof StartFailure || isSystemError(error)) throw error;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const isZip = buffer.toString("latin1", 0, bytesRead) === "PK";
    throw new StartFailure(
      `${file} cannot be read: ${isZip ? "the zip archive is cut off or damaged" : "it is no zip archive, though its name says so"}.`,
    );
  }
}

const leadsOut = (file: string, name: string) =>
  new StartFailure(
    `${file} cannot be read: the path ${excerpt(name)} in it leads out of the archive. Pack the files again, without such paths.`,
  );

const isSystemError = (error: unknown): boolean => error instanceof Error && "syscall" in error;

function tooMany(file: string, count: number): StartFailure {
  const [found, most] = [count, MOST_MEMBERS].map((one) => one.toLocaleString("en"));
  return new StartFailure(`${file} has ${found} members; an archive has at most ${most}.`);
}

/** The unpacked bytes of a member, checked against the archive's checksum. */
export async function* memberBytes(
  zip: ZipFile,
  member: Entry,
  { file, bound }: { readonly file: string; readonly bound: (bytes: number) => void },
): AsyncGenerator<Uint8Array> {
  const name = excerpt(member.fileName);
  if (member.isEncrypted())
    throw new StartFailure(`${file} cannot be read: ${name} in it is encrypted. Save it without a password.`);
  if (!member.canDecodeFileData())
    throw new StartFailure(
      `${file} cannot be read: ${name} in it is packed in a way that is not read here. Pack it again as a usual zip.`,
    );
  let sum = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(member)) as AsyncIterable<Buffer>) {
      bound(chunk.length);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof StartFailure || isSystemError(error)) throw error;
    throw damaged(file, name);
  }
  if (sum !== member.crc32) throw damaged(file, name);
}

const damaged = (file: string, name: string) => new StartFailure(`${file} cannot be read: ${name} in it is damaged.`);

/** The members that a person put into the archive: no folders, and nothing that a system adds. */
const ownMembers = (members: readonly Entry[]): { readonly index: number; readonly name: string }[] =>
  members.flatMap(({ fileName: name }, index) =>
    name.endsWith("/") || /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$)/i.test(name) ? [] : [{ index, name }],
  );

/** The members that a message names at most. */
const NAMED = 10;

/** The only member that can be read, of the archive that people call `file`. `from` says which one it is, and what else is in the archive. */
export async function onlyTableIn(path: string, file: string, isReadable: (name: string) => boolean) {
  const handle = await open(path);
  try {
    const all = ownMembers((await openArchive(handle, file)).members);
    const tables = all.filter(({ name }) => isReadable(basename(name)));
    const [member, ...more] = tables;
    if (!member) throw noTable(file, all);
    if (more.length > 0)
      throw new StartFailure(
        `${file} holds several files that can be read: ${namesOf(tables)}. Unpack it, and import them one by one.`,
      );
    const others = all.filter((one) => one !== member);
    const from = [
      `  from ${excerpt(member.name)} in the archive${others.length === 0 ? "" : `; not read: ${namesOf(others)}`}`,
    ];
    return { member, from };
  } finally {
    await handle.close();
  }
}

function noTable(file: string, all: readonly { readonly name: string }[]): StartFailure {
  if (all.length === 0) return new StartFailure(`${file} is an archive without a file in it.`);
  const inner = all.filter(({ name }) => /\.(?:zip|tar|tgz|tar\.\w+|7z|rar)$/i.test(name));
  if (inner.length > 0)
    return new StartFailure(
      `${file} holds no file that can be read, but ${inner.length === 1 ? "an archive" : "archives"} once more: ${namesOf(inner)}. Unpack ${file}, and import what is in ${inner.length === 1 ? "that" : "those"}.`,
    );
  return new StartFailure(
    `${file} holds no file that can be read: in it ${all.length === 1 ? "is" : "are"} ${namesOf(all)}.`,
  );
}

function namesOf(members: readonly { readonly name: string }[]): string {
  const left = members.length - NAMED;
  const names = members.slice(0, NAMED).map(({ name }) => excerpt(name));
  return names.join(", ") + (left > 0 ? ` and ${left.toLocaleString("en")} more` : "");
}
