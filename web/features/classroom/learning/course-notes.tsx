import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatPosition } from '#contract/format.ts';
import { courseNotesQuery } from '#web/api/lecture-queries.ts';
import { ExportNotes } from '#web/features/classroom/notes/export-notes.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';

interface CourseNotesProps {
  course: { _id: string; title: string };
  onClose: () => void;
}

/** The notes about a course that may not be watched any more, to read and to export. */
export function CourseNotes({ course: { _id: courseId, title }, onClose }: CourseNotesProps) {
  const { t } = useLingui();
  const query = useQuery(courseNotesQuery(courseId));
  return (
    <Dialog
      isOpen
      title={t`Notes: ${title}`}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" size="large" data-first="" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <ExportNotes courseId={courseId} label={t`Export`} size="large" />
        </>
      }
    >
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-20 w-full" />}
        failure={t`Your notes could not be loaded.`}
        isInPanel
      >
        {({ lectures }) => (
          <div className="grid max-h-[50vh] gap-5 overflow-y-auto">
            {lectures.map((lecture) => (
              <section key={lecture._id} aria-label={lecture.title}>
                <h3 className="font-sans text-sm font-semibold tracking-normal">{lecture.title}</h3>
                <ul className="mt-2 grid gap-2">
                  {lecture.notes.map((note) => (
                    <li key={note._id} className="flex gap-3 text-sm">
                      <span className="num text-muted">{formatPosition(note.positionMs)}</span>
                      <span dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-line">
                        {note.text}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
