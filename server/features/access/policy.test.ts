import { expect, test } from 'vitest';
import { refusalOf, seesDrafts, type Standing } from './policy.ts';

const nobody: Standing = {
  role: undefined,
  isBlocked: false,
  courseRole: undefined,
  holds: async () => false,
  holdsAlone: async () => false,
};
const user: Standing = { ...nobody, role: 'USER' };
const holder: Standing = { ...user, holds: async () => true, holdsAlone: async () => true };
const PEOPLE: Record<string, Standing> = {
  // Whatever payments there are for this id.
  visitor: { ...nobody, holds: async () => true, holdsAlone: async () => true },
  user,
  member: { ...user, holds: async () => true },
  holder,
  blocked: { ...holder, isBlocked: true, courseRole: 'teacher' },
  assistant: { ...user, courseRole: 'assistant' },
  teacher: { ...user, courseRole: 'teacher' },
  admin: { ...user, role: 'ADMIN' },
};
const shown = { isPresent: true, isShown: true, isFree: false, isKept: false };
const [free, draft] = [
  { ...shown, isFree: true },
  { ...shown, isShown: false, isFree: true },
];
const gone = { isPresent: false, isShown: true, isFree: true, isKept: false };
const [kept, withdrawn] = [
  { ...gone, isKept: true },
  { ...draft, isKept: true },
];

test.each([
  ['watch a lecture', 'watch', shown, 'not entitled, not entitled, yes, yes, blocked, yes, yes, yes'],
  ['watch a free preview', 'watch', free, 'yes, yes, yes, yes, blocked, yes, yes, yes'],
  ['watch a draft', 'watch', draft, 'hidden, hidden, hidden, hidden, blocked, yes, yes, yes'],
  ['watch what is deleted', 'watch', gone, 'hidden, hidden, hidden, hidden, blocked, hidden, hidden, hidden'],
  ['watch what is deleted and kept', 'watch', kept, 'hidden, hidden, hidden, yes, blocked, hidden, hidden, hidden'],
  ['watch what is withdrawn', 'watch', withdrawn, 'hidden, hidden, hidden, yes, blocked, yes, yes, yes'],
  ['edit what is kept', 'edit', kept, 'hidden, hidden, hidden, hidden, blocked, hidden, hidden, hidden'],
  ['edit', 'edit', free, 'no, no, no, no, blocked, no, yes, yes'],
  ['edit a draft', 'edit', draft, 'hidden, hidden, hidden, hidden, blocked, no, yes, yes'],
  ['answer', 'answer', shown, 'no, no, no, no, blocked, yes, yes, yes'],
  ['see figures', 'see-figures', shown, 'no, no, no, no, blocked, yes, yes, yes'],
] as const)('%s', { tags: ['VID-21'] }, async (_, action, subject, expected) => {
  const words = { hidden: 'hidden', forbidden: 'no', not_entitled: 'not entitled', account_blocked: 'blocked' };
  const found: string[] = [];
  for (const person of Object.values(PEOPLE)) {
    const refusal = await refusalOf(person, action, subject);
    found.push(refusal ? words[refusal] : 'yes');
  }
  expect(found.join(', ')).toBe(expected);
});

test('drafts are seen by the people of the course and by admins', () => {
  const seeing = Object.entries(PEOPLE).filter(([, person]) => seesDrafts(person));
  expect(seeing.map(([name]) => name)).toEqual(['blocked', 'assistant', 'teacher', 'admin']);
});
