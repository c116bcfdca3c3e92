import { Trans } from '@lingui/react/macro';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { Suspense, lazy, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { UndoNotice } from '#web/ui/toasts/undo-notice.tsx';
import { LecturePanel } from '#web/features/authoring/curriculum/lecture-panel/lecture-panel.tsx';
import { type Curriculum as CurriculumData, useShowSavedCourse } from './use-curriculum.ts';
import { CurriculumRows } from './curriculum-rows.tsx';
import { UploadSummary } from './curriculum-uploads.tsx';
import { EmptyCurriculum } from './empty-curriculum.tsx';
import { useRelease } from './release/use-release.ts';
import { useCurriculumTree } from './use-curriculum-tree.ts';

/** Not needed before it is opened. */
const ReleaseDialog = lazy(() => import('./release/release-dialog.tsx'));

const { deleteLoading, deleteSuccess, deleteError } = messages.lectures;

/** Deletes without a question, because it can be restored for a day. */
const useLectureDeletion = (courseId: string, onChanged: () => void) => {
  const [deleted, setDeleted] = useState<ManagedLecture>();
  const showSaved = useShowSavedCourse(courseId);
  const deletion = useAction({
    run: ({ _id: lectureId }: ManagedLecture) =>
      call('DELETE /courses/:courseId/lecture/:lectureId', { params: { courseId, lectureId } }),
    messages: { loading: deleteLoading, success: deleteSuccess, error: deleteError },
    onSuccess: async (_, lecture) => {
      setDeleted(lecture);
      await showSaved();
      onChanged();
    },
    onError: () => void showSaved(),
  });
  const undo = useAction({
    run: ({ _id: lectureId }: ManagedLecture) =>
      call('POST /courses/:courseId/lecture/:lectureId/restore', { params: { courseId, lectureId } }),
    messages: { loading: messages.authoring.restoring, error: messages.authoring.restoreFailed },
    onSuccess: async () => {
      setDeleted(undefined);
      await showSaved();
      onChanged();
    },
  });
  const hide = (): void => {
    setDeleted(undefined);
    onChanged();
  };
  return { deleted, deletion, undo, hide };
};

/** The lecture in the panel is in the address, so that going back closes it. */
const useSelection = ({ lectures }: CurriculumData) => {
  const [search, setSearch] = useSearchParams();
  const chosenId = search.get('lecture');
  const choose = (lectureId: string | undefined): void =>
    setSearch(
      (before) => {
        before.delete('lecture');
        if (lectureId !== undefined) before.set('lecture', lectureId);
        return before;
      },
      { replace: chosenId !== null, preventScrollReset: true },
    );
  return { lecture: chosenId === null ? undefined : lectures.get(chosenId), choose };
};

/** The sections and lectures of a course in one tree, and the selected lecture beside it. */
export function Curriculum({ curriculum }: { curriculum: CurriculumData }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { lecture, choose } = useSelection(curriculum);
  // The deleted row may be far below: its surroundings stay in view.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const { deleted, deletion, undo, hide } = useLectureDeletion(curriculum.courseId, focusHeading);
  const release = useRelease(curriculum.courseId);
  const tree = useCurriculumTree({
    curriculum,
    release,
    selectedId: lecture?._id,
    onSelect: choose,
    onDelete: (removed) => void deletion.start(removed),
  });
  const [first, ...sections] = curriculum.outline;
  const isEmpty = curriculum.lectures.size + sections.length + tree.files.items.length === 0;
  return (
    <>
      <section aria-labelledby="lectures" className="min-w-0 space-y-4">
        <h2 ref={heading} id="lectures" tabIndex={-1} className="sr-only">
          <Trans>Lectures</Trans>
        </h2>
        <p id="how-to-move" className="sr-only">
          <Trans>Drag, or press Space, then the arrow keys.</Trans>
        </p>
        <output className="sr-only" aria-live="assertive">
          {tree.keyboard.announcement}
        </output>
        {deleted && (
          // Above the heads of sections, which stick too.
          <div className="sticky top-2 z-5 max-md:top-16">
            <UndoNotice
              title={deleted.title}
              isBusy={undo.isBusy}
              onUndo={() => void undo.start(deleted)}
              onHide={hide}
            />
          </div>
        )}
        <UploadSummary tree={tree} />
        {isEmpty && first ? <EmptyCurriculum tree={tree} part={first} /> : <CurriculumRows tree={tree} />}
      </section>
      {lecture && (
        <LecturePanel curriculum={curriculum} lecture={lecture} onOpen={choose} onClose={() => choose(undefined)} />
      )}
      {release.target && (
        <Suspense>
          <ReleaseDialog curriculum={curriculum} release={release} target={release.target} />
        </Suspense>
      )}
    </>
  );
}
