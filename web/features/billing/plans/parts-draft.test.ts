import { expect, test } from 'vitest';
import { evenRows, missedBy, noParts, partsBodyOf, partsDraftOf, turnedOn } from './parts-draft.ts';
import { draftOf, makesVersion, newPlan, planSchema } from './plan-draft.ts';

const inParts = { ...newPlan, name: 'Foundation', priceInPaise: '6000', parts: turnedOn(noParts, 600_000) };

test('three parts, one each month, come first, and the last takes what is left over', () => {
  expect(partsBodyOf(inParts.parts)).toEqual({
    graceDays: 3,
    list: [
      { amountInPaise: 200_000, due: { kind: 'at-start' } },
      { amountInPaise: 200_000, due: { kind: 'days', days: 30 } },
      { amountInPaise: 200_000, due: { kind: 'days', days: 60 } },
    ],
  });
  expect(evenRows(49_950, 3).map(({ amount }) => amount)).toEqual(['166', '166', '167.50']);
});

test('what is typed becomes the parts of the plan, and is shown again as it was typed', () => {
  const [first, second] = evenRows(600_000, 2);
  if (!first || !second) throw new Error('two rows');
  const draft = {
    isOn: true,
    graceDays: '5',
    list: [first, { ...second, dueKind: 'date' as const, date: '2027-01-01' }],
  };
  const { parts } = planSchema.parse({ ...inParts, parts: draft });
  expect(parts?.list[1]).toEqual({ amountInPaise: 300_000, due: { kind: 'date', date: '2027-01-01' } });
  expect(partsBodyOf(partsDraftOf(parts))).toEqual(parts);
});

test('parts that miss the price are refused', () => {
  const [first, ...rest] = inParts.parts.list;
  if (!first) throw new Error('a row');
  const parts = { ...inParts.parts, list: [{ ...first, amount: '1,800' }, ...rest] };
  expect(missedBy(parts, 600_000)).toBe(20_000);
  expect(missedBy({ ...parts, list: [{ ...first, amount: 'x' }] }, 600_000)).toBeUndefined();
  expect(planSchema.safeParse({ ...inParts, parts }).error?.issues.map(({ message }) => message)).toEqual([
    'The parts must add up to the price',
  ]);
});

test('what renews, or is free, has no parts', () => {
  expect(planSchema.parse({ ...inParts, isRenewing: true }).parts).toBeNull();
  expect(planSchema.parse({ ...inParts, priceInPaise: '0', refundDays: '0' }).parts).toBeNull();
});

test('other parts make a version', () => {
  const { parts, ...body } = planSchema.parse(inParts);
  const plan = {
    ...body,
    comparePriceInPaise: null,
    term: { unit: 'month' as const, count: 1 },
    opens: 'everything' as const,
    parts,
    _id: 'p1',
    isDefault: false,
    members: 0,
    isSold: true,
    holders: 0,
    salesInPaise: 0,
    versions: [],
  };
  const draft = draftOf(plan);
  expect(makesVersion(plan, draft)).toBe(false);
  expect(makesVersion(plan, { ...draft, parts: { ...draft.parts, graceDays: '4' } })).toBe(true);
  expect(makesVersion(plan, { ...draft, parts: { ...draft.parts, isOn: false } })).toBe(true);
});
