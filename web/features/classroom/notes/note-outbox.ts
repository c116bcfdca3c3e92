import type { Note } from '#contract/classroom/notes.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { createObservable } from '#web/api/observable.ts';
import { UNSENT } from '#web/app/session/downloads.ts';
import { noteDownload } from '#web/features/classroom/offline/or-offline.ts';
import { createOutbox } from '#web/features/classroom/offline/outbox.ts';
import { randomId } from '#web/ui/text/random-id.ts';
import { messages } from '#contract/messages.ts';

/** A note that was written or deleted here. Stored in the browser, so that its names cannot change freely. */
export interface UnsentNote {
  id: string;
  userId: string;
  lectureId: string;
  noteId: string;
  positionMs: number;
  text: string;
  /** The version that it changes; null for none. */
  since: string | null;
  isDeleted: boolean;
  /** Why the server does not take it; empty otherwise. */
  refused: string;
}

const isUnsent = (value: unknown): value is UnsentNote => {
  if (typeof value !== 'object' || value === null) return false;
  const { positionMs, since, isDeleted, ...texts }: Partial<Record<string, unknown>> = { ...value };
  return (
    typeof positionMs === 'number' &&
    (since === null || typeof since === 'string') &&
    typeof isDeleted === 'boolean' &&
    ['id', 'userId', 'lectureId', 'noteId', 'text', 'refused'].every((name) => typeof texts[name] === 'string')
  );
};

const byMoment = (a: Note, b: Note): number => a.positionMs - b.positionMs;

export const withNote = <T extends Note>(notes: readonly T[], note: T): T[] =>
  [...notes.filter(({ _id }) => _id !== note._id), note].toSorted(byMoment);

export const withoutNote = <T extends Note>(notes: readonly T[], noteId: string): T[] =>
  notes.filter(({ _id }) => _id !== noteId);

/** A change that the server has. */
interface Sent {
  lectureId: string;
  change: (notes: readonly Note[]) => Note[];
  /** Another device changed the note meanwhile. */
  isChangedElsewhere: boolean;
}

/** The last one. */
export const sentNote = createObservable<Sent | undefined>(undefined);

const tell = async (sent: Sent): Promise<void> => {
  await noteDownload(sent.lectureId, ({ notes }) => (notes ? { notes: sent.change(notes) } : {}));
  sentNote.set(sent);
};

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** Later changes of the same note begin from this one. */
const follow = ({ id, noteId }: UnsentNote, change: Partial<UnsentNote>): void =>
  noteOutbox.change((before) =>
    before.map((one) => (one.noteId === noteId && one.id !== id ? { ...one, ...change } : one)),
  );

const sendDeletion = async ({ lectureId, noteId, since }: UnsentNote): Promise<void> => {
  let isChangedElsewhere = false;
  try {
    const query = since === null ? {} : { since };
    await call('DELETE /lectures/:lectureId/notes/:noteId', { params: { lectureId, noteId }, query });
  } catch (error) {
    isChangedElsewhere = hasCode(error, 'note_changed');
    if (!isChangedElsewhere && !hasCode(error, 'note_not_found')) throw error;
  }
  const change = (notes: readonly Note[]): Note[] => (isChangedElsewhere ? [...notes] : withoutNote(notes, noteId));
  await tell({ lectureId, change, isChangedElsewhere });
};

const sendText = async (entry: UnsentNote, isChangedElsewhere = false): Promise<void> => {
  const { lectureId, noteId, positionMs, text, since } = entry;
  try {
    const { note } = await call('PUT /lectures/:lectureId/notes/:noteId', {
      params: { lectureId, noteId },
      body: { positionMs, text, since },
    });
    follow(entry, { since: note.updatedAt });
    await tell({ lectureId, change: (notes) => withNote(notes, note), isChangedElsewhere });
  } catch (error) {
    if (!hasCode(error, 'note_changed')) throw error;
    // Both stay. The new note has its id before it is sent, so that it is sent once.
    const own = { noteId: randomId(), since: null };
    noteOutbox.change((before) => before.map((one) => (one.noteId === noteId ? { ...one, ...own } : one)));
    await sendText({ ...entry, ...own }, true);
  }
};

/** Notes that the server does not have yet. */
export const noteOutbox = createOutbox<UnsentNote>({
  name: UNSENT.notes,
  isEntry: isUnsent,
  idOf: ({ id }) => id,
  aboutOf: ({ noteId }) => noteId,
  send: (entry) => (entry.isDeleted ? sendDeletion(entry) : sendText(entry)),
  refused: (entry, refused) => (entry.isDeleted ? undefined : { ...entry, refused: refused || messages.notes.refused }),
  isRefused: ({ refused }) => refused !== '',
});

/** A note as it is shown. */
export interface ShownNote extends Note {
  /** The server does not have it yet, and perhaps why. */
  unsent?: { refused: string };
}

/** The notes of a lecture with what was done here and not sent. */
export const withUnsent = (notes: readonly Note[], unsent: readonly UnsentNote[]): ShownNote[] => {
  let shown: ShownNote[] = [...notes];
  for (const { noteId, positionMs, text, since, isDeleted, refused } of unsent) {
    const note = { _id: noteId, positionMs, text, updatedAt: since ?? '', unsent: { refused } };
    shown = isDeleted ? withoutNote(shown, noteId) : withNote(shown, note);
  }
  return shown;
};
