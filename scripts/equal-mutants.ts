/** A change that changes nothing that anyone can see, so that no test can notice it. */
export interface EqualMutant {
  file: string;
  code: string;
  becomes: string;
  why: string;
}

export const EQUAL_MUTANTS: readonly EqualMutant[] = [
  {
    file: 'server/features/classroom/playback/media-token.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    why: 'Every group of the pattern takes part in each match: the default is never used.',
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    code: "'revoke'",
    becomes: '""',
    why: 'Nothing is later than the last revocation and a revocation itself.',
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    code: "kind !== 'revoke'",
    becomes: 'true',
    why: 'Nothing is later than the last revocation and a revocation itself.',
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    code: '[]',
    becomes: '["Stryker was here"]',
    why: 'A text in the place of a change has no kind and no time.',
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    code: 'until !== null',
    becomes: 'true',
    why: 'Every grant has an end; the type alone allows none.',
  },
  {
    file: 'server/features/billing/entitlement/rule.ts',
    code: 'end !== undefined',
    becomes: 'true',
    why: 'No moment is before undefined.',
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    code: 'until !== null',
    becomes: 'true',
    why: 'Every grant has an end; the type alone allows none.',
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    code: 'a.id < b.id',
    becomes: 'a.id <= b.id',
    why: 'Ids are unique.',
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    code: 'a.id > b.id',
    becomes: 'a.id >= b.id',
    why: 'Ids are unique.',
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    code: '[]',
    becomes: '["Stryker was here"]',
    why: 'A text in the place of a row has no time and no kind.',
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    code: 'accessUntil > capturedAt',
    becomes: 'accessUntil >= capturedAt',
    why: 'What has ended makes neither the longest end nor a renewal later.',
  },
  {
    file: 'server/features/billing/ledger/term-rule.ts',
    code: 'accessUntil > capturedAt',
    becomes: 'true',
    why: 'What has ended makes neither the longest end nor a renewal later.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'knownTo <= start',
    becomes: 'false',
    why: 'Pieces without length are not taken.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'knownTo <= start',
    becomes: 'knownTo < start',
    why: 'Pieces without length are not taken.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'knownFrom >= to',
    becomes: 'knownFrom > to',
    why: 'Pieces without length are not taken.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'knownFrom > start',
    becomes: 'knownFrom >= start',
    why: 'Pieces without length are not taken.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'knownFrom > start',
    becomes: 'true',
    why: 'Pieces without length are not taken.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'start < to',
    becomes: 'start <= to',
    why: 'Pieces without length are not taken.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'start < to',
    becomes: 'true',
    why: 'Pieces without length are not taken.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'spans.length <= MAX_SPANS',
    becomes: 'false',
    why: 'Of no more than the maximum all stay, in the same order.',
  },
  {
    file: 'server/features/classroom/progress/coverage.ts',
    code: 'spans.length <= MAX_SPANS',
    becomes: 'spans.length < MAX_SPANS',
    why: 'Of no more than the maximum all stay, in the same order.',
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    code: 'bestId !== undefined',
    becomes: 'true',
    why: 'The index is always one of the list; the type alone allows none.',
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    code: 'lectureIds.slice(0, last)',
    becomes: 'lectureIds',
    why: 'The first lecture that is not done is found before the repetition.',
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    code: 'lengthMs !== undefined && lengthMs > 0',
    becomes: 'lengthMs !== undefined || lengthMs > 0',
    why: 'A share of nothing or of an unknown length is not a number, and no number reaches it.',
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    code: 'lengthMs !== undefined && lengthMs > 0',
    becomes: 'true',
    why: 'A share of nothing or of an unknown length is not a number, and no number reaches it.',
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    code: 'lengthMs !== undefined',
    becomes: 'true',
    why: 'A share of nothing or of an unknown length is not a number, and no number reaches it.',
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    code: 'lengthMs > 0',
    becomes: 'lengthMs >= 0',
    why: 'A share of nothing or of an unknown length is not a number, and no number reaches it.',
  },
  {
    file: 'server/features/classroom/progress/watching.ts',
    code: 'lengthMs > 0',
    becomes: 'true',
    why: 'A share of nothing or of an unknown length is not a number, and no number reaches it.',
  },
  {
    file: 'server/http/actor.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    why: 'No token is found in either text.',
  },
  {
    file: 'server/features/billing/coupons/coupon-limits.ts',
    code: 'startsAt !== null',
    becomes: 'true',
    why: 'Null is compared as 0, and no purchase is before 1970.',
  },
];
