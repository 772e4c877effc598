import { crc32, deflateRawSync } from "node:zlib";

/** A member of an archive that a test makes. `size`, `method`: what the archive says of it, where that is a lie. */
export type Member = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly stored?: boolean;
  readonly encrypted?: boolean;
  readonly size?: number;
  readonly method?: number;
};

/** An archive with these members. */
export function zipOf(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { head, entry, data } = packed(member, offset);
    parts.push(head, data);
    directory.push(entry);
    offset += head.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

function packed({ name, content, stored = false, encrypted = false, size, method }: Member, offset: number) {
  const plain = Buffer.from(content);
  const data = stored ? plain : deflateRawSync(plain);
  const named = Buffer.from(name);
  const said = Buffer.alloc(26);
  said.writeUInt16LE(20, 0);
  said.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
  said.writeUInt16LE(method ?? (stored ? 0 : 8), 4);
  said.writeUInt32LE(crc32(plain), 10);
  said.writeUInt32LE(data.length, 14);
  said.writeUInt32LE(size ?? plain.length, 18);
  said.writeUInt16LE(named.length, 22);
  const head = Buffer.concat([Buffer.from("PK\u0003\u0004"), said, named]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const entry = Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), said, rest, named]);
  return { head, entry, data };
}
