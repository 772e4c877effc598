import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import type { Said } from "./said.ts";
import { type ChangedGuess, changedGuesses } from "./whole-file.tsx";
import { wishOf } from "./wish.ts";

/** What was typed is sent when the person rests this long, ms. A role or a reading is sent at once. */
const TYPING_REST = 400;

/** A large file is read to its end for this, ms. */
export const READING_TIMEOUT = 10 * 60_000;

export type Understanding = {
  /** The newest answer, which may be about what was said before. Null: none has come yet. */
  readonly shown: WireUnderstanding | null;
  /** True if `shown` is about all that is said now. */
  readonly isCurrent: boolean;
  /** True while `shown` is of the beginning of the file, and of nothing more. */
  readonly isPart: boolean;
  /** What changed when the whole file was understood. */
  readonly guesses: readonly ChangedGuess[];
  readonly error: unknown;
  readonly retry: () => void;
};

const NO_GUESSES: readonly ChangedGuess[] = [];

/**
 * Asks the server what the file becomes, again after every change. Only the newest question is waited for (IMP-03, IMP-04).
 * `isBeginning`: the upload is the beginning of a file; the whole of it comes under another id.
 */
export function useUnderstanding(uploadId: string, said: Said, isBeginning: boolean): Understanding {
  const asked = useAsked(said);
  const query = useQuery({
    queryKey: ["uploads", uploadId, "understanding", numberOf(asked)],
    queryFn: ({ signal }) =>
      untilRead(() =>
        api.call(
          "understandUpload",
          { params: { upload_id: uploadId }, body: wishOf(asked) },
          { quiet: true, signal, timeout: READING_TIMEOUT },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Nobody says the same again, and an answer may be large.
    gcTime: 0,
    // A refusal says what is wrong with the file or with what was said.
    retry: false,
  });
  const [latest, setLatest] = useState<{ readonly uploadId: string; readonly shown: WireUnderstanding } | null>(null);
  const [guesses, setGuesses] = useState(NO_GUESSES);
  if (query.data !== undefined && query.data !== latest?.shown && !query.isPlaceholderData) {
    setLatest({ uploadId, shown: query.data });
    if (latest !== null && latest.uploadId !== uploadId) setGuesses(changedGuesses(latest.shown, query.data, asked));
  }
  return {
    shown: query.data ?? latest?.shown ?? null,
    isCurrent: asked === said && query.isSuccess && !query.isPlaceholderData,
    isPart: isBeginning || (latest !== null && latest.uploadId !== uploadId),
    guesses,
    // What failed of a beginning says nothing of the file.
    error: isBeginning ? null : query.error,
    retry: () => void query.refetch(),
  };
}

/** What ends sooner was not cut off by a proxy, ms. */
const CUT_AFTER = 10_000;
/** The statuses of proxies that wait no longer; null: the connection ended. */
const OF_PROXIES: readonly unknown[] = [null, 504, 524];

/**
 * A proxy may end a call that takes long, often after a minute. The server reads on meanwhile, and whoever asks again waits for
 * what it has begun.
 */
async function untilRead<T>(ask: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const asked = Date.now();
    try {
      return await ask();
    } catch (error) {
      const now = Date.now();
      const isCut = OF_PROXIES.includes(failureOf(error)?.status) && now - asked >= CUT_AFTER;
      if (!isCut || now - begun >= READING_TIMEOUT) throw error;
    }
  }
}

const numbers = new WeakMap<Said, number>();
let last = 0;

/** Tells apart what was said, without comparing thousands of columns. */
function numberOf(said: Said): number {
  const known = numbers.get(said);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(said, last);
  return last;
}

/** What the server is asked about: all that is said, but texts only when they rest. */
function useAsked(said: Said): Said {
  const [asked, setAsked] = useState(said);
  useEffect(() => {
    if (said === asked) return;
    if (!differInTexts(said, asked)) {
      setAsked(said);
      return;
    }
    const timer = setTimeout(() => setAsked(said), TYPING_REST);
    return () => clearTimeout(timer);
  }, [said, asked]);
  return asked;
}

/** True if they differ at most in texts, which a person types letter by letter. */
const differInTexts = (one: Said, other: Said): boolean =>
  one.reading === other.reading &&
  one.asWritten === other.asWritten &&
  one.merge === other.merge &&
  one.decisions === other.decisions &&
  one.roles === other.roles &&
  one.people === other.people &&
  one.parts === other.parts &&
  one.into === other.into &&
  one.kind === other.kind &&
  one.task.roles === other.task.roles &&
  one.task.several === other.task.several &&
  one.task.labels === other.task.labels &&
  one.questions?.length === other.questions?.length &&
  (one.questions ?? []).every((question, at) => {
    const before = other.questions?.[at];
    return (
      before !== undefined &&
      question.key === before.key &&
      question.type === before.type &&
      question.required === before.required &&
      question.added === before.added
    );
  });
