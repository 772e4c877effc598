import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { Interrupted, StorageFailure } from "../failure.ts";
import { errorForCaller, failureOf, Silent } from "./failure.ts";

const PLACE = { host: "db.example", port: 5432, database: "labels", user: "postil" };
const ofServer = (code: string) => Object.assign(new DatabaseError("said by the server", 0, "error"), { code });
const ofNode = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const reason = (error: unknown) => failureOf(error, PLACE)?.reason;

test("PGS-43 of a cluster the server is named that cannot be reached, and not the first one", () => {
  const said = "connection to the remote node postil@10.0.0.7:5432 failed with the following error: Connection refused";
  const error = Object.assign(new DatabaseError(said, 1, "error"), { code: "08006" });
  expect(failureOf(error, PLACE)).toEqual({
    reason: "the server 10.0.0.7:5432 of the cluster cannot be reached",
    passing: true,
  });
});

test("PGS-02 each failure of the database server and of the way to it has a sentence", () => {
  expect(reason(ofServer("28P01"))).toBe('the password of the database user "postil" is wrong');
  expect(reason(ofServer("28000"))).toBe('the database server does not let the user "postil" into "labels"');
  expect(reason(ofServer("3D000"))).toBe('there is no database "labels" on the server at db.example:5432');
  expect(reason(ofServer("42501"))).toBe('the user "postil" may not create or use tables in the database "labels"');
  expect(reason(ofServer("53300"))).toBe("the database server has no free connection");
  expect(reason(ofServer("53100"))).toBe("the disk is full");
  expect(reason(ofServer("57P03"))).toBe("the database server is starting or stopping");
  expect(reason(ofServer("57P01"))).toBe("the database server was stopped, or it ended the connection");
  expect(reason(ofServer("08006"))).toBe("the connection to the database server at db.example:5432 was lost");
  expect(reason(ofServer("25006"))).toBe("the database server is read-only");
  expect(reason(ofNode("ENOTFOUND"))).toBe("no host is known by the name db.example");
  expect(reason(new AggregateError([ofNode("ECONNREFUSED")]))).toBe("no database server listens at db.example:5432");
  expect(failureOf(ofNode("ENOENT"), { ...PLACE, host: "/run/db" })?.reason).toBe(
    "no database server listens in the folder /run/db",
  );
  expect(reason(ofNode("ETIMEDOUT"))).toBe("the database server at db.example:5432 does not answer");
  expect(reason(new Silent())).toBe("the database server at db.example:5432 does not answer");
  expect(reason(new Error("timeout expired"))).toBe("the database server at db.example:5432 does not answer");
  expect(reason(new Error("timeout exceeded when trying to connect"))).toBe(
    "all connections to the database server are in use",
  );
  expect(reason(ofServer("55P03"))).toBe("something else holds the data for too long");
  expect(reason(ofNode("DEPTH_ZERO_SELF_SIGNED_CERT"))).toBe("the certificate of the database server is not trusted");
});

test("PGS-02 a mistake of the program is none of the server", () => {
  for (const error of [ofServer("42P01"), ofServer("23505"), new Error("a bug"), "a text"]) {
    expect(failureOf(error, PLACE)).toBeNull();
    expect(errorForCaller(error, PLACE, false)).toBe(error);
  }
});

test("PGS-04 what an operator can mend beside a running server can be tried again; a full disk is told as ever", () => {
  const said = (error: unknown, committing = false) => {
    const told = errorForCaller(error, PLACE, committing);
    if (!(told instanceof Error)) throw new Error("It is no error.");
    return told;
  };
  expect(said(ofServer("57P01"))).toBeInstanceOf(Interrupted);
  expect(said(ofServer("57P01")).message).toBe(
    "The server's store cannot be reached: the database server was stopped, or it ended the connection. Nothing of this was saved. Try again.",
  );
  expect(said(ofServer("57P01"), true).message).toContain("It is not known whether this was saved.");
  expect(said(ofServer("40P01"))).toBeInstanceOf(Interrupted);
  expect(said(ofServer("53100"))).toBeInstanceOf(StorageFailure);
  expect(said(ofServer("28P01"))).toBeInstanceOf(Interrupted);
});
