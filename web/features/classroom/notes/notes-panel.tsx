import { Download, Plus } from 'lucide-react';
import { download, saveFile } from '#web/api/download.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Skeleton } from '#web/ui/page/skeletons.tsx';
import { DeletedNote, NoteList } from './note-parts.tsx';
import type { LectureNotes } from './use-notes.ts';

const ExportNotes = ({ courseId }: { courseId: string }) => {
  const exporting = useAction({
    run: () => download('GET /courses/:courseId/notes/export', 'notes.md', { params: { courseId } }),
    messages: { error: 'The notes could not be exported' },
    onSuccess: saveFile,
  });
  return (
    <Button tone="ghost" className="-ms-4" isBusy={exporting.isBusy} onClick={() => void exporting.start(undefined)}>
      <Download size={18} aria-hidden="true" />
      Export notes of this course
    </Button>
  );
};

const NoNotes = () => (
  <p className="py-6 text-muted">
    No notes yet. <span className="max-md:hidden">Press n to write one at this moment.</span>
    <span className="md:hidden">Add one at this moment.</span>
  </p>
);

/** What the learner noted at moments of this lecture. */
export const NotesPanel = ({ courseId, notes }: { courseId: string; notes: LectureNotes }) => (
  <section aria-label="Notes" className="notes">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <Button tone="quiet" isDisabled={notes.draft !== undefined} onClick={notes.begin}>
        <Plus size={18} aria-hidden="true" />
        Add note
      </Button>
      <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
        Pause while I write
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
      failure="Your notes could not be loaded."
      isInPanel
    >
      {() => (notes.notes.length === 0 && !notes.draft ? <NoNotes /> : <NoteList notes={notes} />)}
    </QueryBoundary>
    <div className="flex flex-wrap items-center justify-between gap-2">
      <ExportNotes courseId={courseId} />
      <p className="meta">Only you can see your notes.</p>
    </div>
  </section>
);
