import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft, keepPauses, readDraft, readPauses } from './note-draft.ts';

const place = { userId: 'u1', lectureId: 'l1' };
const draft = { noteId: 'n1', positionMs: 314_000, text: 'Profit is not cash' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
    clear: () => stored.clear(),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a draft is kept for one user and lecture until it is removed', () => {
  expect(readDraft(place)).toBeUndefined();
  keepDraft(place, draft);
  expect([...stored]).toEqual([['note-draft u1 l1', JSON.stringify(draft)]]);
  expect(readDraft(place)).toEqual(draft);
  expect([readDraft({ ...place, userId: 'u2' }), readDraft({ ...place, lectureId: 'l2' })]).toEqual([
    undefined,
    undefined,
  ]);
  keepDraft(place, undefined);
  expect([...stored]).toEqual([]);
});

test.each([
  'broken',
  'null',
  '7',
  '{}',
  JSON.stringify({ ...draft, noteId: 7 }),
  JSON.stringify({ ...draft, noteId: undefined }),
  JSON.stringify({ ...draft, positionMs: '7' }),
  JSON.stringify({ ...draft, positionMs: undefined }),
  JSON.stringify({ ...draft, text: 7 }),
  JSON.stringify({ ...draft, text: [] }),
  JSON.stringify({ ...draft, text: undefined }),
  JSON.stringify({ ...draft, text: 'x'.repeat(2001) }),
])('what is no draft is not read: %s', (value) => {
  stored.set('note-draft u1 l1', value);
  expect(readDraft(place)).toBeUndefined();
});

test('a draft is as long as a note may be', () => {
  const long = { ...draft, text: 'x'.repeat(2000) };
  keepDraft(place, long);
  expect(readDraft(place)).toEqual(long);
});

test('whether the video pauses while a note is written is remembered', () => {
  expect(readPauses()).toBe(false);
  keepPauses(true);
  expect([[...stored], readPauses()]).toEqual([[['pause-while-writing', 'true']], true]);
  keepPauses(false);
  expect([[...stored], readPauses()]).toEqual([[['pause-while-writing', 'false']], false]);
});

test('without storage nothing is kept, and nothing fails', () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined });
  keepDraft(place, draft);
  keepDraft(place, undefined);
  keepPauses(true);
  expect([readDraft(place), readPauses()]).toEqual([undefined, false]);
});
