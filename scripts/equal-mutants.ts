/** Changes that change nothing that anyone can see, so that no test can notice them. */
export interface EqualMutants {
  file: string;
  why: string;
  /** What the code was, and what it became. */
  changes: readonly (readonly [code: string, becomes: string])[];
}

export const EQUAL_MUTANTS: readonly EqualMutants[] = [
  {
    file: 'server/features/classroom/playback/media-token.ts',
    why: 'Every group of the pattern takes part in each match: the default is never used.',
    changes: [["''", '"Stryker was here!"']],
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    why: 'Nothing is later than the last revocation and a revocation itself.',
    changes: [
      ["'revoke'", '""'],
      ["kind !== 'revoke'", 'true'],
    ],
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    why: 'A text in the place of a change has no kind and no time.',
    changes: [['[]', '["Stryker was here"]']],
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    why: 'Every grant has an end; the type alone allows none.',
    changes: [['until !== null', 'true']],
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    why: 'No moment is before undefined.',
    changes: [['end !== undefined', 'true']],
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    why: 'Every grant has an end; the type alone allows none.',
    changes: [['until !== null', 'true']],
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    why: 'Ids are unique.',
    changes: [['a.id < b.id', 'a.id <= b.id']],
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    why: 'A text in the place of a row has no time and no kind.',
    changes: [['[]', '["Stryker was here"]']],
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    why: 'What has ended makes neither the longest end nor a renewal later.',
    changes: [
      ['accessUntil > capturedAt', 'accessUntil >= capturedAt'],
      ['accessUntil > capturedAt', 'true'],
    ],
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    why: 'Pieces without length are not taken.',
    changes: [
      ['knownTo <= start', 'false'],
      ['knownTo <= start', 'knownTo < start'],
      ['knownFrom >= to', 'knownFrom > to'],
      ['knownFrom > start', 'knownFrom >= start'],
      ['knownFrom > start', 'true'],
      ['start < to', 'start <= to'],
      ['start < to', 'true'],
    ],
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    why: 'Of no more than the maximum all stay, in the same order.',
    changes: [
      ['spans.length <= MAX_SPANS', 'false'],
      ['spans.length <= MAX_SPANS', 'spans.length < MAX_SPANS'],
    ],
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    why: 'The index is always one of the list; the type alone allows none.',
    changes: [['bestId !== undefined', 'true']],
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    why: 'The first lecture that is not done is found before the repetition.',
    changes: [['lectureIds.slice(0, last)', 'lectureIds']],
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    why: 'A share of nothing or of an unknown length is not a number, and no number reaches it.',
    changes: [
      ['lengthMs !== undefined && lengthMs > 0', 'lengthMs !== undefined || lengthMs > 0'],
      ['lengthMs !== undefined && lengthMs > 0', 'true'],
      ['lengthMs !== undefined', 'true'],
      ['lengthMs > 0', 'lengthMs >= 0'],
      ['lengthMs > 0', 'true'],
    ],
  },
  {
    file: 'server/http/endpoint/actor.ts',
    why: 'No token is found in either text.',
    changes: [["''", '"Stryker was here!"']],
  },
  {
    file: 'server/features/billing/coupons/coupon-limits.ts',
    why: 'Null is compared as 0, and no purchase is before 1970.',
    changes: [['startsAt !== null', 'true']],
  },
  {
    file: 'web/features/billing/plans/rupee-input.ts',
    why: 'The group of the rupees takes part in each match: the default is never used.',
    changes: [["''", '"Stryker was here!"']],
  },
  { file: 'server/backup/retention.ts', why: 'Ids are unique.', changes: [['a < b', 'a <= b']] },
];
