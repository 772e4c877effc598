/**
 * The limits of attempts to sign in and to guess a key (AUT-14). A row counts the failures of one thing from one network: each
 * failure moves the time at which all of them are forgiven. `left` is the time until then, in milliseconds; what a stranger
 * tried once has none.
 */

/** Number of allowed failures in a row, and the time after which one failure is forgiven. */
type Patience = {
  readonly allowed: number;
  readonly forgivenAfterMs: number;
  /** A success clears all failures in the row. */
  readonly endsWithSuccess?: boolean;
};

const PATIENCE = {
  /** For one network and one user name: a locked-out user may try again twice a minute. */
  name: { allowed: 5, forgivenAfterMs: 30_000, endsWithSuccess: true },
  /** For one network and all names: enough for a room full of people with new passwords. */
  network: { allowed: 30, forgivenAfterMs: 10_000 },
  /** For one network and one provider that fails itself: each attempt has asked the provider, and nobody has guessed. */
  provider: { allowed: 30, forgivenAfterMs: 10_000 },
  /** For one network: the limit for different unknown keys. */
  key: { allowed: 30, forgivenAfterMs: 10_000 },
} as const satisfies { readonly [kind: string]: Patience };

export type Counted = keyof typeof PATIENCE;
/** `wide`: of all networks together that one visitor may have. */
export type FailureKind = Counted | `wide ${Counted}`;
export type FailureRow = { readonly kind: FailureKind; readonly key: string };

/** One visitor may have many networks. All of them together may fail this many times as often as one network. */
const WIDER = 4;

function widened(patience: Patience): Patience {
  const { allowed, forgivenAfterMs } = patience;
  return { ...patience, allowed: allowed * WIDER, forgivenAfterMs: forgivenAfterMs / WIDER };
}

const PATIENCE_OF: { readonly [K in FailureKind]: Patience } = {
  ...PATIENCE,
  "wide name": widened(PATIENCE.name),
  "wide network": widened(PATIENCE.network),
  "wide provider": widened(PATIENCE.provider),
  "wide key": widened(PATIENCE.key),
};
export const FAILURE_KINDS = Object.keys(PATIENCE_OF) as readonly FailureKind[]; // its own keys

/** Maximum number of rows of each kind. */
export const MOST_FAILURE_ROWS = 10_000;

/** A clock that is set back makes nobody wait longer than after as many failures as are ever counted. */
const owed = ({ allowed, forgivenAfterMs }: Patience, left: number): number =>
  Math.min(Math.max(0, left), allowed * forgivenAfterMs);

/**
 * Milliseconds until one more attempt is allowed by all rows, even if all attempts fail that are `running` in a row.
 * `left` has a number for each row.
 */
export const waitOf = (
  rows: readonly FailureRow[],
  left: readonly number[],
  running: (row: FailureRow) => number = () => 0,
): number =>
  Math.max(
    0,
    ...rows.map((row, at) => {
      const patience = PATIENCE_OF[row.kind];
      const more = patience.allowed - 1 - running(row);
      return owed(patience, left[at] ?? 0) - more * patience.forgivenAfterMs;
    }),
  );

/** The time that is left in a row after one more failure. */
export function leftAfterFailure({ kind }: FailureRow, left: number): number {
  const patience = PATIENCE_OF[kind];
  return owed(patience, left) + patience.forgivenAfterMs;
}

/** True if a success clears the row. */
export const endsWithSuccess = ({ kind }: FailureRow): boolean => PATIENCE_OF[kind].endsWithSuccess === true;
