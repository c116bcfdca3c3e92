import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { toast } from 'react-hot-toast/headless';
import { NOTE_MAX_LENGTH } from '#contract/classroom/note-length.ts';
import { messages } from '#contract/messages.ts';
import type { Note } from '#contract/classroom/notes.ts';
import { call } from '#web/api/call.ts';
import { invalidate } from '#web/api/query.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { notesQuery } from '#web/api/lecture-queries.ts';
import { noteDownload, orOffline } from '#web/features/classroom/offline/or-offline.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { randomId } from '#web/ui/text/random-id.ts';
import type { ShownNote, UnsentNote } from './note-outbox.ts';
import { useSession } from '#web/app/session/use-session.ts';

/** A note that is being written. Stored in the browser, so that its names cannot change freely. */
export interface NoteDraft {
  noteId: string;
  positionMs: number;
  text: string;
  /** The version that it changes; null for none. */
  since?: string | null;
}

const PAUSE_KEY = 'pause-while-writing';

const isDraft = (value: unknown): value is NoteDraft =>
  typeof value === 'object' &&
  value !== null &&
  'noteId' in value &&
  typeof value.noteId === 'string' &&
  'positionMs' in value &&
  typeof value.positionMs === 'number' &&
  'text' in value &&
  typeof value.text === 'string' &&
  value.text.length <= NOTE_MAX_LENGTH &&
  (!('since' in value) || value.since === null || typeof value.since === 'string');

const draftOf = ({ _id: noteId, positionMs, text, updatedAt }: Note): NoteDraft => ({
  noteId,
  positionMs,
  text,
  since: updatedAt || null,
});

export const draftKeyOf = (userId: string, lectureId: string): string => `note-draft ${userId} ${lectureId}`;

/** Undefined when there is none, or it cannot be read. */
export const readDraft = (key: string): NoteDraft | undefined => {
  const stored = readStored(key);
  return isDraft(stored) ? stored : undefined;
};

/** The draft of the open lecture, stored at every change until it is saved or cancelled. */
const useDraft = (lectureId: string) => {
  const key = draftKeyOf(useSession()?.user._id ?? '', lectureId);
  const read = () => ({ key, draft: readDraft(key) });
  const [known, setKnown] = useState(read);
  if (known.key !== key) setKnown(read);
  const setDraft = (draft: NoteDraft | undefined): void => {
    setKnown({ key, draft });
    store(key, draft);
  };
  return [known.draft, setDraft] as const;
};

const NONE: readonly UnsentNote[] = [];
const none = (): readonly UnsentNote[] => NONE;
const nothing = (): void => undefined;
const never = (): (() => void) => nothing;

const loadOutbox = () => import('./note-outbox.ts');

/** Undefined until it is loaded, for which the lecture does not wait. */
const useOutbox = () => {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadOutbox>>>();
  useEffect(() => {
    loadOutbox().then(setLoaded, nothing);
  }, []);
  return loaded;
};

/** Writes and deletes notes: on this device at once, on the server as soon as it can be reached. */
const useNoteActions = (lectureId: string) => {
  const queryClient = useQueryClient();
  const userId = useSession()?.user._id ?? '';
  const [deleted, setDeleted] = useState<Note>();
  const [isSaving, setSaving] = useState(false);
  const outbox = useOutbox();
  const all = useSyncExternalStore(outbox?.noteOutbox.subscribe ?? never, outbox?.noteOutbox.get ?? none, none);
  const unsent = all.filter((one) => one.userId === userId && one.lectureId === lectureId);
  useEffect(() => {
    if (!outbox) return undefined;
    const { queryKey } = notesQuery(lectureId);
    const show = (): void => {
      const sent = outbox.sentNote.get();
      if (sent?.lectureId !== lectureId) return;
      queryClient.setQueryData(queryKey, (known) => known && { ...known, notes: sent.change(known.notes) });
      if (!sent.isChangedElsewhere) return;
      toast(messages.notes.changedElsewhere);
      void invalidate(queryClient, ['notes']);
    };
    void outbox.noteOutbox.flush();
    return outbox.sentNote.subscribe(show);
  }, [queryClient, outbox, lectureId]);
  /** False when this device has no room for it. */
  const add = async (note: NoteDraft, isDeleted: boolean): Promise<boolean> => {
    const { noteOutbox } = (await loadOutbox().catch(nothing)) ?? {};
    if (!noteOutbox) {
      toast.error(messages.notes.notSaved);
      return false;
    }
    // One that was refused is replaced.
    noteOutbox.change((before) => before.filter((one) => one.noteId !== note.noteId || one.refused === ''));
    const { noteId, positionMs, text, since = null } = note;
    const entry = { id: randomId(), userId, lectureId, noteId, positionMs, text, since, isDeleted, refused: '' };
    if (!noteOutbox.add(entry)) {
      toast.error(messages.notes.tooManyUnsent);
      return false;
    }
    setSaving(true);
    void noteOutbox.flush().then(() => setSaving(false));
    return true;
  };
  return {
    shown: (notes: readonly Note[]): readonly ShownNote[] => outbox?.withUnsent(notes, unsent) ?? notes,
    isSaving,
    deleted,
    write: (draft: NoteDraft): Promise<boolean> => {
      setDeleted(undefined);
      return add(draft, false);
    },
    remove: async (note: Note): Promise<void> => {
      if (await add(draftOf(note), true)) setDeleted(note);
    },
  };
};

/** Without a connection, those of the download. */
const notesOrOffline = (lectureId: string) => ({
  ...notesQuery(lectureId),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    orOffline(
      async () => {
        const response = await call('GET /lectures/:lectureId/notes', { params: { lectureId }, signal });
        void noteDownload(lectureId, { notes: response.notes });
        return response;
      },
      async () =>
        (await import('#web/features/classroom/offline/offline-notes-and-questions.ts')).offlineNotes(lectureId),
    ),
});

/** The notes of the open lecture, and the one that is being written. */
export const useNotes = (lectureId: string, player: PlayerHandle | null) => {
  const query = useQuery(notesOrOffline(lectureId));
  const { shown, isSaving, deleted, write, remove } = useNoteActions(lectureId);
  const [draft, setDraft] = useDraft(lectureId);
  const [pauses, setPauses] = useState(() => readStored(PAUSE_KEY) === true);
  const notes = shown(query.data?.notes ?? []);

  const begin = (): void => {
    player?.actions.leaveFullscreen();
    if (pauses) player?.actions.pause();
    const positionMs = Math.floor((player?.video.currentTime ?? 0) * 1000);
    if (!draft) setDraft({ noteId: randomId(), positionMs, text: '', since: null });
  };
  const save = async (): Promise<void> => {
    if (draft && draft.text.trim() !== '' && (await write(draft))) setDraft(undefined);
  };
  return {
    query,
    /** Without the one that is being changed. */
    notes: notes.filter(({ _id }) => _id !== draft?.noteId),
    count: notes.length,
    draft,
    deleted,
    isSaving,
    hasUnsent: draft !== undefined && draft.text.trim() !== '',
    pauses,
    begin,
    save: (): void => void save(),
    edit: (note: Note): void => setDraft(draftOf(note)),
    changeDraft: (change: Partial<NoteDraft>): void => {
      if (draft) setDraft({ ...draft, ...change });
    },
    cancel: (): void => setDraft(undefined),
    remove: (note: Note): void => void remove(note),
    restore: (note: Note): void => void write({ ...draftOf(note), since: null }),
    setPauses: (next: boolean): void => {
      setPauses(next);
      store(PAUSE_KEY, next);
    },
    seekTo: (positionMs: number): void => player?.actions.seekTo(positionMs / 1000),
  };
};

export type LectureNotes = ReturnType<typeof useNotes>;
