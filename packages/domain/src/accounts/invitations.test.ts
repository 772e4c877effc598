import fc from "fast-check";
import { expect, test } from "vitest";
import { INVITATION_DAYS, invitationEnd, invitationState } from "./invitations.ts";

const time = fc.integer({ min: 0, max: 4e15 });

test("AUT-14 an invitation lets in until its last day is over, and never again once it was used or ended", () => {
  fc.assert(
    fc.property(
      time,
      fc.constantFrom(...INVITATION_DAYS),
      fc.integer({ min: 0, max: 40 * 86_400e6 }),
      (from, days, later) => {
        const expiresAt = invitationEnd(from, days);
        const at = from + later;
        const untouched = { expiresAt, usedAt: null, endedAt: null };
        expect(invitationState(untouched, at)).toBe(later < days * 86_400e6 ? "open" : "expired");
        expect(invitationState({ ...untouched, usedAt: from }, at)).toBe("used");
        expect(invitationState({ ...untouched, endedAt: from }, at)).toBe("ended");
      },
    ),
  );
});
