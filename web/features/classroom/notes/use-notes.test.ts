import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, store } from '#web/api/browser-storage.ts';
import { draftKeyOf, readDraft } from './use-notes.ts';

const key = draftKeyOf('u1', 'l1');
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

test('a draft is stored for one user and lecture until it is removed', () => {
  expect(readDraft(key)).toBeUndefined();
  store(key, draft);
  expect([...stored]).toEqual([['note-draft u1 l1', JSON.stringify(draft)]]);
  expect(readDraft(key)).toEqual(draft);
  expect([readDraft(draftKeyOf('u2', 'l1')), readDraft(draftKeyOf('u1', 'l2'))]).toEqual([undefined, undefined]);
  store(key, undefined);
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
  expect(readDraft(key)).toBeUndefined();
});

test('a draft is as long as a note may be', () => {
  const long = { ...draft, text: 'x'.repeat(2000) };
  store(key, long);
  expect(readDraft(key)).toEqual(long);
});

test('a switch is stored as JSON', () => {
  expect(readStored('pause-while-writing')).toBeNull();
  store('pause-while-writing', true);
  expect([[...stored], readStored('pause-while-writing')]).toEqual([[['pause-while-writing', 'true']], true]);
});

test('without storage nothing is stored, and nothing fails', () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined });
  store(key, draft);
  store(key, undefined);
  expect(readDraft(key)).toBeUndefined();
});
