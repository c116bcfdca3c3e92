import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatPosition } from '#contract/format.ts';
import { NOTE_MAX_LENGTH } from '#contract/classroom/note-length.ts';
import { Button } from '#web/ui/button.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { Unsent } from '#web/features/classroom/offline/unsent.tsx';
import { ExportNotes } from './export-notes.tsx';
import type { ShownNote } from './note-outbox.ts';
import type { LectureNotes, NoteDraft } from './use-notes.ts';

const CARD = 'rounded-field border border-s-3 border-line border-s-primary bg-base-100';

const STEP_MS = 5000;

/** Its time seeks to its moment. */
const NoteCard = ({ note, notes }: { note: ShownNote; notes: LectureNotes }) => {
  const { t } = useLingui();
  const moment = formatPosition(note.positionMs);
  return (
    <article className={`${CARD} pt-1 pe-1 pb-3 ps-3.5`} aria-label={t`Note at ${moment}`}>
      <div className="flex items-center justify-between">
        <button
          type="button"
          className="num min-h-11 cursor-pointer pe-4 text-xs text-muted hover:underline"
          onClick={() => notes.seekTo(note.positionMs)}
        >
          <span className="sr-only">
            <Trans>Go to</Trans>{' '}
          </span>
          {moment}
        </button>
        <RowMenu
          label={t`Actions for the note at ${moment}`}
          items={[
            { label: t`Edit`, icon: Pencil, onSelect: () => notes.edit(note) },
            { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: () => notes.remove(note) },
          ]}
        />
      </div>
      <p dir="auto" className="pe-3 text-sm wrap-anywhere whitespace-pre-line">
        {note.text}
      </p>
      {note.unsent && !notes.isSaving && <Unsent {...note.unsent} />}
    </article>
  );
};

/** Move the moment of a note a little. */
const MoveButtons = ({ moveBy }: { moveBy: (stepMs: number) => void }) => (
  <>
    <Button tone="ghost" className="num px-3" onClick={() => moveBy(-STEP_MS)}>
      −5 s
      <span className="sr-only">
        <Trans>: earlier</Trans>
      </span>
    </Button>
    <Button tone="ghost" className="num px-3" onClick={() => moveBy(STEP_MS)}>
      +5 s
      <span className="sr-only">
        <Trans>: later</Trans>
      </span>
    </Button>
  </>
);

/** Writes a note at the moment when writing began, which can be moved. */
const NoteComposer = ({ draft, notes }: { draft: NoteDraft; notes: LectureNotes }) => {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const { noteId, positionMs, text } = draft;
  useEffect(() => {
    field.current?.focus();
  }, []);
  const moveBy = (stepMs: number) => notes.changeDraft({ positionMs: Math.max(0, positionMs + stepMs) });
  return (
    <form
      className={`${CARD} grid gap-2 px-3 pt-1 pb-3`}
      aria-label={t`Note at ${{ place: formatPosition(positionMs) }}`}
      onSubmit={(event) => {
        event.preventDefault();
        notes.save();
      }}
    >
      <div className="flex items-center gap-1">
        <label htmlFor={`note-${noteId}`} className="me-auto text-sm font-medium">
          <Trans>
            Note at <span className="num">{formatPosition(positionMs)}</span>
          </Trans>
        </label>
        <MoveButtons moveBy={moveBy} />
      </div>
      <textarea
        ref={field}
        id={`note-${noteId}`}
        dir="auto"
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        className="textarea"
        value={text}
        onChange={(event) => notes.changeDraft({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) notes.save();
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="quiet" isBusy={notes.isSaving} isDisabled={!notes.hasUnsent}>
          <Trans>Save note</Trans>
        </Button>
        <Button tone="ghost" onClick={notes.cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
};

const everywhere = () => true;

interface NoteListProps {
  notes: LectureNotes;
  isHere?: (moment: { positionMs: number }) => boolean;
}

/** In the order of their moments, the one that is being written among them; nothing where there is none. */
export const NoteList = ({ notes, isHere = everywhere }: NoteListProps) => {
  const { draft } = notes;
  const here = notes.notes.filter(isHere);
  const composer = draft && isHere(draft) ? [draft] : [];
  if (here.length + composer.length === 0) return null;
  const items = [
    ...here.map((note) => ({ ...note, key: note._id, content: <NoteCard note={note} notes={notes} /> })),
    ...composer.map((one) => ({ ...one, key: one.noteId, content: <NoteComposer draft={one} notes={notes} /> })),
  ];
  return (
    <ol className="grid content-start gap-3">
      {items
        .toSorted((a, b) => a.positionMs - b.positionMs)
        .map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
    </ol>
  );
};

/** The note that was deleted last can be written again. */
const DeletedNote = ({ notes }: { notes: LectureNotes }) => (
  <output className="flex items-center gap-2 text-sm text-muted empty:hidden">
    {notes.deleted && (
      <>
        <Trans>Note deleted</Trans>
        <Button tone="ghost" isBusy={notes.isSaving} onClick={() => notes.deleted && notes.restore(notes.deleted)}>
          <Undo2 size={16} aria-hidden="true" />
          <Trans>Undo</Trans>
        </Button>
      </>
    )}
  </output>
);

const NoNotes = () => (
  <p className="py-6 text-muted">
    <Trans>
      No notes yet. <span className="max-md:hidden">Press n to write one at this moment.</span>
      <span className="md:hidden">Add one at this moment.</span>
    </Trans>
  </p>
);

/** The learner's notes at moments of this lecture. */
const NotesPanel = ({ courseId, notes }: { courseId: string; notes: LectureNotes }) => {
  const { t } = useLingui();
  return (
    <section aria-label={t`Notes`} className="measure grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button tone="quiet" isDisabled={notes.draft !== undefined} onClick={notes.begin}>
          <Plus size={18} aria-hidden="true" />
          <Trans>Add note</Trans>
        </Button>
        <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
          <Trans>Pause while I write</Trans>
          <input
            type="checkbox"
            className="toggle"
            checked={notes.pauses}
            onChange={(event) => notes.setPauses(event.currentTarget.checked)}
          />
        </label>
      </div>
      <DeletedNote notes={notes} />
      <QueryBoundary
        query={notes.query}
        skeleton={<Skeleton className="h-20 w-full" />}
        failure={t`Your notes could not be loaded.`}
        isInPanel
      >
        {() => notes.notes.length === 0 && !notes.draft && <NoNotes />}
      </QueryBoundary>
      {/* What was written here is here, whatever the server says. */}
      <NoteList notes={notes} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ExportNotes courseId={courseId} label={t`Export notes of this course`} className="-ms-4" />
        <p className="meta">
          <Trans>Only you can see your notes.</Trans>
        </p>
      </div>
    </section>
  );
};

export default NotesPanel;
