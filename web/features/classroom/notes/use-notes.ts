import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NOTE_MAX_LENGTH } from '#contract/classroom/note-length.ts';
import { messages } from '#contract/messages.ts';
import type { Note } from '#contract/classroom/notes.ts';
import { call } from '#web/api/call.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { notesQuery } from '#web/api/course-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { randomId } from '#web/ui/text/random-id.ts';
import { useSession } from '#web/app/session/use-session.ts';

/** A note that is being written. Stored in the browser, so that its names cannot change freely. */
export interface NoteDraft {
  noteId: string;
  positionMs: number;
  text: string;
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
  value.text.length <= NOTE_MAX_LENGTH;

const byMoment = (a: Note, b: Note): number => a.positionMs - b.positionMs;

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

/** Writes and deletes notes, and updates the list. */
const useNoteActions = (lectureId: string) => {
  const queryClient = useQueryClient();
  const { queryKey } = notesQuery(lectureId);
  const [deleted, setDeleted] = useState<Note>();
  const change = (next: (notes: readonly Note[]) => Note[]): void => {
    queryClient.setQueryData(queryKey, (known) => known && { ...known, notes: next(known.notes) });
  };
  const write = useAction({
    run: ({ note }: { note: Note; onSaved?: () => void }) =>
      call('PUT /lectures/:lectureId/notes/:noteId', {
        params: { lectureId, noteId: note._id },
        body: { positionMs: note.positionMs, text: note.text },
      }),
    messages: { error: 'The note was not saved. A draft stays on this device.' },
    onSuccess: ({ note }, { onSaved }) => {
      setDeleted(undefined);
      change((notes) => [...notes.filter(({ _id }) => _id !== note._id), note].toSorted(byMoment));
      onSaved?.();
    },
  });
  const remove = useAction({
    run: ({ _id: noteId }: Note) =>
      call('DELETE /lectures/:lectureId/notes/:noteId', { params: { lectureId, noteId } }).then(() => undefined),
    messages: { error: messages.lectures.broken },
    onSuccess: (_, note) => {
      setDeleted(note);
      change((notes) => notes.filter(({ _id }) => _id !== note._id));
    },
  });
  return { write, remove, deleted };
};

/** The notes of the open lecture, and the one that is being written. */
export const useNotes = (lectureId: string, player: PlayerHandle | null) => {
  const query = useQuery(notesQuery(lectureId));
  const { write, remove, deleted } = useNoteActions(lectureId);
  const [draft, setDraft] = useDraft(lectureId);
  const [pauses, setPauses] = useState(() => readStored(PAUSE_KEY) === true);
  const notes = query.data?.notes ?? [];
  const newest = useRef(draft);
  useEffect(() => {
    newest.current = draft;
  });

  const begin = (): void => {
    player?.actions.leaveFullscreen();
    if (pauses) player?.actions.pause();
    const positionMs = Math.floor((player?.video.currentTime ?? 0) * 1000);
    if (!draft) setDraft({ noteId: randomId(), positionMs, text: '' });
  };
  const save = (): void => {
    if (!draft || draft.text.trim() === '') return;
    const { noteId, positionMs, text } = draft;
    const onSaved = (): void => {
      // What was typed meanwhile stays.
      if (newest.current?.text === text) setDraft(undefined);
    };
    void write.start({ note: { _id: noteId, positionMs, text }, onSaved });
  };
  return {
    query,
    /** Without the one that is being changed. */
    notes: notes.filter(({ _id }) => _id !== draft?.noteId),
    count: notes.length,
    draft,
    deleted,
    isSaving: write.isBusy,
    hasUnsent: draft !== undefined && draft.text.trim() !== '',
    pauses,
    begin,
    save,
    edit: ({ _id: noteId, positionMs, text }: Note): void => setDraft({ noteId, positionMs, text }),
    changeDraft: (change: Partial<NoteDraft>): void => {
      if (draft) setDraft({ ...draft, ...change });
    },
    cancel: (): void => setDraft(undefined),
    remove: (note: Note): void => void remove.start(note),
    restore: (note: Note): void => void write.start({ note }),
    setPauses: (next: boolean): void => {
      setPauses(next);
      store(PAUSE_KEY, next);
    },
    seekTo: (positionMs: number): void => player?.actions.seekTo(positionMs / 1000),
  };
};

export type LectureNotes = ReturnType<typeof useNotes>;
