import { describe, expect, test } from 'vitest';
import { isVisitor, mayPlay, VISITOR } from './lecture-audience.ts';

const paid = async (id: string): Promise<boolean> => id === 'subscriber';
const PEOPLE = {
  visitor: { id: VISITOR.id, role: undefined },
  user: { id: 'user', role: 'USER' },
  subscriber: { id: 'subscriber', role: 'USER' },
  // Billing gives every ADMIN access.
  admin: { id: 'subscriber', role: 'ADMIN' },
} as const;

describe('access to a lecture', () => {
  test.each([
    ['a lecture', { isShown: true, isFreePreview: false }, ['subscriber', 'admin']],
    ['a free preview', { isShown: true, isFreePreview: true }, ['visitor', 'user', 'subscriber', 'admin']],
    ['a draft', { isShown: false, isFreePreview: false }, ['admin']],
    ['a draft of a free preview', { isShown: false, isFreePreview: true }, ['admin']],
  ])('%s', { tags: ['VID-21'] }, async (_, lecture, players) => {
    const found: string[] = [];
    for (const [name, person] of Object.entries(PEOPLE)) if (await mayPlay(person, lecture, paid)) found.push(name);
    expect(found).toEqual(players);
  });

  test('is denied to a visitor, whatever payments exist for that id', async () => {
    expect(await mayPlay(PEOPLE.visitor, { isShown: true, isFreePreview: false }, async () => true)).toBe(false);
    expect(VISITOR).toEqual({ id: 'visitor', sessionHash: '' });
    expect([isVisitor('visitor'), isVisitor('user')]).toEqual([true, false]);
  });
});
