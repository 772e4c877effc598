import type { Person } from "@postil/domain/accounts/people";
import { useQuery } from "@tanstack/react-query";
import { peopleAnswersQuery, peopleQuery } from "../../../lib/api/queries/people.ts";
import type { WeekAnswers } from "../answers-cell.tsx";

/** The list and, after it, the figures of the week; what was loaded stays while it is asked for again. */
export function usePeople() {
  const list = useQuery(peopleQuery());
  const counted = useQuery(peopleAnswersQuery());
  const answers: WeekAnswers = counted.isError ? "failed" : (counted.data ?? null);
  /** Somebody as they are now, not as they were; null: they are gone. */
  const look = async (id: string): Promise<Person | null> => {
    const { data } = await list.refetch();
    return data?.people.find((person) => person.id === id) ?? null;
  };
  return { people: list.data?.people ?? null, ask: list.data?.ask ?? null, failed: list.isError, answers, look };
}
