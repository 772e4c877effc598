import { Readable } from "node:stream";
import { apiKeyToWire, keysToWire } from "@postil/contract/accounts/access-mapping";
import { userToWire, userToWireV0, workspaceToWire } from "@postil/contract/accounts/mapping";
import { changeFromWire, preferenceToWire } from "@postil/contract/accounts/preference-mapping";
import type { RenewsHeaders } from "@postil/contract/accounts/sign-in";
import { flagToWire } from "@postil/contract/datasets/labeling-mapping";
import { savedViewToWire } from "@postil/contract/datasets/view-mapping";
import type { ExportEnd } from "@postil/domain/accounts/audit";
import type { Member } from "@postil/domain/preferences/members";
import { requireSelfOrOwner } from "../../export/export-person.ts";
import type { OwnFlags } from "../../usecases/own.ts";
import { requireAccount } from "../../usecases/refuse.ts";
import { bearerOf } from "../authenticate.ts";
import { type HandlerContext, type Handlers, noBody, ReplyWith, signedIn } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt, taskRecordAt } from "../task-dataset-at.ts";
import { holdRight, noteUnfinished, whileHeld } from "./exports.ts";

const renews = (headers: RenewsHeaders): boolean => headers["x-postil-renews"] === "true";

/** Sign-in, and who the caller is. */
export function accountHandlers({ store, accounts, signIn, providerSignIn }: HandlerParts) {
  return {
    createToken: ({ body, headers }, { from }) => signIn.withPassword(body, renews(headers), from),
    createTokenV0: ({ body, headers }, { from }) => signIn.withPassword(body, renews(headers), from),
    exchangeSignInLink: ({ body }, { from }) => signIn.withLink(body.code, from),
    renewToken: ({ headers }, { from }) => signIn.renewed(bearerOf(headers.authorization), from),
    endProviderSessions: ({ params, body }, { from }) =>
      noBody(providerSignIn.logout(params.provider, body.logout_token, from)),
    signOut: (_asked, { caller }) => noBody(accounts.write("endOwnSession", caller, undefined)),
    getOtherSessions: async (_asked, { caller }) => ({
      count: await store.read("countOtherSessions", caller, undefined),
    }),
    endOtherSessions: async (_asked, { caller }) => ({
      count: await accounts.write("endOtherSessions", caller, undefined),
    }),
    listOauthProviders: async () => ({ items: [...providerSignIn.list()] }),
    startOauth: ({ params, query, headers: { cookie } }, { origin, from }) =>
      providerSignIn.begin({ name: params.provider, query, cookie, origin, from }),
    finishOauth: ({ params, query, headers }, { origin, from }) =>
      providerSignIn.finish({
        name: params.provider,
        query,
        cookie: headers.cookie,
        invitation: headers["x-postil-invitation"],
        origin,
        from,
      }),
    // From memory, without a query to the store.
    getMe: async (_asked, context) => {
      const { caller, user } = signedIn(context);
      return userToWire(caller, user);
    },
    getMeV0: async (_asked, context) => {
      const { caller, user, workspaces } = signedIn(context);
      const names = workspaces.map(({ name }) => name);
      return userToWireV0(caller, user, names);
    },
    listMyWorkspaces: async (_asked, context) => ({ items: context.workspaces.map(workspaceToWire) }),
  } satisfies Partial<Handlers>;
}

const preferencesToWire = (members: readonly (Member & { readonly name: string })[]) => ({
  items: members.map(({ name, ...member }) => preferenceToWire(name, member)),
});

const flagsToWire = ({ flags, total }: OwnFlags) => ({ items: flags.map(flagToWire), total });

/** The caller's own keys, password, preferences, flags and saved views. */
export function ownHandlers({ store, accounts, keyUses, ownPassword }: HandlerParts) {
  return {
    listMyApiKeys: async (_asked, { caller }) => {
      await keyUses.flush();
      return keysToWire(await store.read("listOwnApiKeys", caller, undefined));
    },
    createMyApiKey: async ({ body }, { caller }) => {
      const { made, key } = await store.write("createOwnApiKey", caller, { name: body.name, days: body.days ?? null });
      return { ...apiKeyToWire(made), key };
    },
    deleteMyApiKey: async ({ params }, { caller }) =>
      apiKeyToWire(await accounts.write("deleteOwnApiKey", caller, { keyId: params.key_id })),
    replaceMyApiKey: async ({ body }, { caller }) => ({
      api_key: await accounts.write("replaceOwnFirstKey", caller, { ending: body.ending }),
    }),

    getMyPassword: (_asked, { caller }) => store.read("getOwnPassword", caller, undefined),
    changeMyPassword: ({ body }, context) => noBody(ownPassword.change(body, context)),

    getMyPreferences: async (_asked, { caller }) =>
      preferencesToWire(await store.read("getOwnPreferences", caller, undefined)),
    changeMyPreferences: async ({ body }, { caller }) => {
      const changes = body.items.map((item) => ({ name: item.name, ...changeFromWire(item) }));
      return preferencesToWire(await store.write("changeOwnPreferences", caller, changes));
    },

    listMyFlags: async ({ params, query }, { caller }) =>
      flagsToWire(await store.read("listOwnFlags", caller, { datasetId: params.dataset_id, ...query })),
    flagRecord: async ({ params }, { caller }) =>
      flagToWire(await store.write("flagRecord", caller, { recordId: params.record_id })),
    unflagRecord: ({ params }, { caller }) =>
      noBody(store.write("unflagRecord", caller, { recordId: params.record_id })),
    listMyTaskFlags: async (asked, { caller }) => {
      const { offset, limit } = asked.query;
      return flagsToWire(await store.read("listOwnTaskFlags", caller, { ...taskDatasetAt(asked), offset, limit }));
    },
    flagTaskRecord: async (asked, { caller }) =>
      flagToWire(await store.write("flagTaskRecord", caller, taskRecordAt(asked))),
    unflagTaskRecord: (asked, { caller }) => noBody(store.write("unflagTaskRecord", caller, taskRecordAt(asked))),

    listMyViews: async ({ params }, { caller }) => ({
      items: (await store.read("listOwnViews", caller, { datasetId: params.dataset_id })).map(savedViewToWire),
    }),
    createView: async ({ params, body }, { caller }) =>
      savedViewToWire(await store.write("createView", caller, { datasetId: params.dataset_id, ...body })),
    listMyTaskViews: async (asked, { caller }) => ({
      items: (await store.read("listOwnTaskViews", caller, taskDatasetAt(asked))).map(savedViewToWire),
    }),
    createTaskView: async (asked, { caller }) =>
      savedViewToWire(await store.write("createTaskView", caller, { at: taskDatasetAt(asked), view: asked.body })),
    updateView: async ({ params, body }, { caller }) =>
      savedViewToWire(await store.write("updateView", caller, { viewId: params.view_id, ...body })),
    deleteView: async ({ params }, { caller }) =>
      savedViewToWire(await store.write("deleteView", caller, { viewId: params.view_id })),
  } satisfies Partial<Handlers>;
}

/** All that is kept about a person as one file, for them and for owners (OPD-01, OPD-02). */
export function personDataHandlers({
  store,
  accounts,
  exports,
  uploads,
  lastSeen,
  keyUses,
  reads,
  warn,
}: HandlerParts) {
  const send = async (userId: string, context: HandlerContext) => {
    const { caller, left } = context;
    // The latest of these are in memory only.
    await Promise.all([lastSeen.flush(), keyUses.flush(), reads.flush()]);
    const files = uploads.list(userId).map(({ file, bytes, state }) => ({ file, bytes, state }));
    const right = holdRight(accounts, context, async (now) => requireSelfOrOwner({ caller: now }, userId));
    const gone = AbortSignal.any([left, exports.ending, right.lost]);
    const parts = whileHeld(right, store.stream("exportPerson", caller, { userId, files }, gone));
    try {
      const first = await parts.next();
      if (first.done) throw new Error("The data of a person ends before it begins.");
      await right.check();
      const { username } = first.value.note;
      const person = caller?.id === userId ? {} : { person: { id: userId, username } };
      await store.write("noteExport", caller, { kind: "person_exported", ...person });
      async function* bytesOf() {
        for await (const { bytes } of parts) yield bytes;
      }
      const stream = Readable.from(bytesOf(), { objectMode: false });
      stream.once("close", right.release);
      const note = (end: ExportEnd) =>
        store.write("noteExport", caller, { kind: "file_unfinished", told: { of: "person", end }, ...person });
      noteUnfinished(stream, { gone, lost: right.lost, note, warn });
      const headers = {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${username}-data.zip"`,
      };
      return new ReplyWith(null, { headers, stream });
    } catch (error) {
      right.release();
      // The next export of this person may begin.
      await parts.return();
      throw error;
    }
  };
  return {
    exportMyData: (_asked, context) => send(requireAccount(context).id, context),
    exportPersonData: ({ params }, context) => send(params.user_id, context),
  } satisfies Partial<Handlers>;
}
