import { keysFromWire } from "@postil/contract/accounts/access-mapping";
import { personFromWire, workFromWire } from "@postil/contract/accounts/administration-mapping";
import { queryOptions } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import "../manager-routes.ts";
import { api } from "../api.ts";
import { keptFresh } from "./kept-fresh.ts";
import { providerTitles } from "./provider-titles.ts";

/** The accounts that the user may see. The page shows failures in their own places, so the calls are quiet. */

/** Data older than this is reloaded when it is shown again. The figures also reload when the window gets the focus. */
const STALE_TIME = 60_000;

const PEOPLE = ["people"] as const;

export const peopleQuery = () =>
  queryOptions({
    queryKey: [...PEOPLE, "list"],
    queryFn: async ({ signal }) => {
      const { items, ask } = await atLeast(api.call("listPeople", {}, { signal, quiet: true }));
      const people = items.map(personFromWire);
      if (people.every(({ provider }) => provider === null)) return { people, ask };
      const titleOf = await providerTitles(signal);
      return {
        people: people.map((person) => ({ ...person, provider: person.provider && titleOf(person.provider) })),
        ask,
      };
    },
    staleTime: STALE_TIME,
    ...keptFresh,
  });

/** The answers of the last seven days by person. A person without answers is not in the map. */
export const peopleAnswersQuery = () =>
  queryOptions({
    queryKey: [...PEOPLE, "answers"],
    queryFn: async ({ signal }) => {
      const { items } = await api.call("countPeopleAnswers", {}, { signal, quiet: true });
      return new Map(items.map(({ user_id, answers }) => [user_id, answers]));
    },
    staleTime: STALE_TIME,
    refetchOnWindowFocus: true,
  });

/** Counts of the work that stays and the work that is deleted with a person. Counted again for each request. */
export const personWorkQuery = (id: string) =>
  queryOptions({
    queryKey: [...PEOPLE, "work", id],
    queryFn: async ({ signal }) =>
      workFromWire(await api.call("countPersonWork", { params: { user_id: id } }, { signal, quiet: true })),
    gcTime: 0,
  });

/** The current keys of a person, by name and last characters. */
export const personKeysQuery = (id: string) =>
  queryOptions({
    queryKey: [...PEOPLE, "keys", id],
    queryFn: async ({ signal }) =>
      keysFromWire(await api.call("listPersonKeys", { params: { user_id: id } }, { signal, quiet: true })),
    gcTime: 0,
  });
