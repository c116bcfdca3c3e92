import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useAction } from '#web/api/use-action.ts';
import { type ManagedCourseData, useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';

interface RemoveFileProps {
  /** Such as "Remove exercise.pdf". */
  label: string;
  isBusy: boolean;
  onRemove: () => void;
}

/** Removes a file of a lecture, after a question: unlike a lecture, it cannot be restored. */
function RemoveFile({ label, isBusy, onRemove }: RemoveFileProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-square text-error"
        aria-label={label}
        disabled={isBusy}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={18} aria-hidden="true" />
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`${label}?`}
        confirmLabel={t`Remove`}
        cancelLabel={t`Keep it`}
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
        onClose={() => setAsking(false)}
      >
        <Trans>The file is deleted and cannot be restored.</Trans>
      </ConfirmDialog>
    </>
  );
}

interface LectureFilesProps {
  courseId: string;
  id: string;
  title: string;
  files: readonly { id: string; content: ReactNode; removeLabel: string }[];
  /** Deletes a file on the server. */
  remove: (id: string) => Promise<ManagedCourseData>;
  messages: { loading?: string; error: string };
  /** Below the files: how others are added. */
  children: ReactNode;
}

/** The files of one kind that belong to a lecture, each with a button that removes it. */
export function LectureFiles({ courseId, id, title, files, remove, messages, children }: LectureFilesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const showSaved = useShowSavedCourse(courseId);
  const removal = useAction<string, ManagedCourseData>({
    run: remove,
    messages,
    onSuccess: async (saved) => {
      await showSaved(saved);
      heading.current?.focus();
    },
    onError: () => void showSaved(),
  });
  return (
    <section aria-labelledby={id} className="space-y-3 border-t border-line pt-5">
      <h3 ref={heading} id={id} tabIndex={-1} className="field-label font-sans outline-none">
        {title}
      </h3>
      {files.length > 0 && (
        <ul className="divide-y divide-line rounded-box border border-line bg-base-100">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-3 py-1 ps-4 pe-2 text-sm">
              {file.content}
              <RemoveFile
                label={file.removeLabel}
                isBusy={removal.isBusy}
                onRemove={() => void removal.start(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
