// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '#contract/classroom/notes.ts';
import { loginForTest } from '#web/app/session/admin-for-test.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { noteOutbox, sentNote, type UnsentNote, withUnsent } from './note-outbox.ts';

const entry: UnsentNote = {
  id: 'e1',
  userId: 'u1',
  lectureId: 'l1',
  noteId: 'n1',
  positionMs: 5000,
  text: 'लाभ नकद नहीं है',
  since: null,
  isDeleted: false,
  refused: '',
};

interface Written extends Pick<Note, 'positionMs' | 'text'> {
  version: number;
}

/** The notes of the server, as its endpoints keep them. */
let notes: Map<string, Written>;
let isReached: boolean;
/** Responses of the next requests that do not arrive. */
let lost: number;
let requests: string[];

const versionOf = (iso: string | null): number => (iso === null ? 0 : Date.parse(iso));
const json = (status: number, body: object): Response => Response.json(body, { status });
const changed = (): Response => json(409, { success: false, code: 'note_changed', message: 'Changed' });

const write = (noteId: string, body: unknown): Response => {
  const { positionMs, text, since } = Object.assign({ positionMs: 0, text: '', since: null }, body);
  const known = notes.get(noteId);
  if (text === 'refused') return json(409, { success: false, code: 'too_many_notes', message: 'There are too many.' });
  const isSame = known?.text === text && known.positionMs === positionMs;
  if (known && !isSame && known.version !== versionOf(since)) return changed();
  const version = isSame ? known.version : (known?.version ?? 0) + 1;
  notes.set(noteId, { positionMs, text, version });
  const note = { _id: noteId, positionMs, text, updatedAt: new Date(version).toISOString() };
  return json(200, { success: true, message: 'Note saved', note });
};

const remove = (noteId: string, since: string | null): Response => {
  const known = notes.get(noteId);
  if (!known) return json(404, { success: false, code: 'note_not_found', message: 'Gone' });
  if (since !== null && known.version !== versionOf(since)) return changed();
  notes.delete(noteId);
  return json(200, { success: true, message: 'Note deleted' });
};

beforeEach(() => {
  [notes, isReached, lost, requests] = [new Map(), true, 0, []];
  vi.stubGlobal('fetch', async (address: string, { method = '', body }: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://localhost');
    const noteId = url.pathname.split('/').at(-1) ?? '';
    if (!isReached) throw new TypeError('Failed to fetch');
    requests.push(method);
    const response =
      method === 'PUT'
        ? write(noteId, JSON.parse(typeof body === 'string' ? body : ''))
        : remove(noteId, url.searchParams.get('since'));
    if (lost === 0) return response;
    lost -= 1;
    throw new TypeError('Failed to fetch');
  });
  localStorage.clear();
  noteOutbox.change(() => []);
  sessionStore.start(loginForTest('USER'));
});

afterEach(() => void vi.unstubAllGlobals());

const texts = (): string[] => [...notes.values()].map(({ text }) => text);

test('what was written without a connection is sent once, in its order, and waits no longer', async () => {
  isReached = false;
  noteOutbox.add(entry);
  noteOutbox.add({ ...entry, id: 'e2', text: 'Longer' });
  noteOutbox.add({ ...entry, id: 'e3', noteId: 'n2' });
  noteOutbox.add({ ...entry, id: 'e4', noteId: 'n2', isDeleted: true });
  await noteOutbox.flush();
  expect(noteOutbox.get()).toHaveLength(4);
  expect(withUnsent([], noteOutbox.get()).map(({ text }) => text)).toEqual(['Longer']);
  isReached = true;
  await Promise.all([noteOutbox.flush(), noteOutbox.flush()]);
  expect([texts(), requests, noteOutbox.get()]).toEqual([['Longer'], ['PUT', 'PUT', 'PUT', 'DELETE'], []]);
});

test('a response that was lost makes no second note, also when the note was changed here meanwhile', async () => {
  lost = 1;
  noteOutbox.add(entry);
  await noteOutbox.flush();
  expect([texts(), noteOutbox.get().length]).toEqual([['लाभ नकद नहीं है'], 1]);
  noteOutbox.add({ ...entry, id: 'e2', text: 'Changed' });
  await noteOutbox.flush();
  expect([texts(), noteOutbox.get()]).toEqual([['Changed'], []]);
});

test('a note that another device changed meanwhile stays, and this one becomes a note of its own', async () => {
  notes.set('n1', { positionMs: 5000, text: 'From the computer', version: 2 });
  const since = new Date(1).toISOString();
  noteOutbox.add({ ...entry, since, text: 'From the phone' });
  noteOutbox.add({ ...entry, id: 'e2', since, text: 'From the phone, again' });
  await noteOutbox.flush();
  expect(texts()).toEqual(['From the computer', 'From the phone, again']);
  expect(sentNote.get()?.isChangedElsewhere).toBe(false);
  noteOutbox.add({ ...entry, id: 'e3', since, isDeleted: true });
  await noteOutbox.flush();
  expect([texts().length, sentNote.get()?.isChangedElsewhere]).toEqual([2, true]);
});

test('a note that was deleted elsewhere is deleted, and its change here brings it back', async () => {
  const since = new Date(1).toISOString();
  noteOutbox.add({ ...entry, since, isDeleted: true });
  noteOutbox.add({ ...entry, id: 'e2', noteId: 'n2', since });
  await noteOutbox.flush();
  expect([texts(), noteOutbox.get()]).toEqual([['लाभ नकद नहीं है'], []]);
});

test('what the server refuses stays with its reason, keeps nothing else waiting, and is not sent again', async () => {
  noteOutbox.add({ ...entry, text: 'refused' });
  noteOutbox.add({ ...entry, id: 'e2', noteId: 'n2' });
  await noteOutbox.flush();
  await noteOutbox.flush();
  expect(noteOutbox.get()).toEqual([{ ...entry, text: 'refused', refused: 'There are too many.' }]);
  expect(requests).toEqual(['PUT', 'PUT']);
});

test('notes of another person on this device wait for that person, and what is no note is not read', async () => {
  noteOutbox.add({ ...entry, userId: 'u2' });
  await noteOutbox.flush();
  expect([requests, noteOutbox.get().length]).toEqual([[], 1]);
  localStorage.setItem('unsent-notes', JSON.stringify([7, null, { ...entry, positionMs: '1' }, entry]));
  expect(noteOutbox.own()).toEqual([entry]);
});
