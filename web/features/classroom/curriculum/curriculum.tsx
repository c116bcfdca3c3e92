import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { UndoNotice } from '#web/ui/toasts/undo-notice.tsx';
import { CurriculumRows } from './curriculum-rows.tsx';
import { LecturePanel } from '#web/features/classroom/curriculum/lecture-panel/lecture-panel.tsx';
import { UploadSummary } from './upload-summary.tsx';
import { useLectureDeletion } from './use-lecture-deletion.ts';
import { useCurriculumTree } from './use-curriculum-tree.ts';
import type { Curriculum as CurriculumData } from './use-curriculum.ts';

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
  // The row that was deleted may be far below: what stands around it stays in view.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const { deleted, deletion, undo, hide } = useLectureDeletion(curriculum.courseId, focusHeading);
  const tree = useCurriculumTree({
    curriculum,
    selectedId: lecture?._id,
    onSelect: choose,
    onDelete: (removed) => void deletion.start(removed),
  });
  return (
    <>
      <section aria-labelledby="lectures" className="min-w-0 space-y-4">
        <h2 ref={heading} id="lectures" tabIndex={-1} className="sr-only">
          Lectures
        </h2>
        <p id="how-to-move" className="sr-only">
          Drag it, or press Space to pick it up and move it with the arrow keys.
        </p>
        <output className="sr-only" aria-live="assertive">
          {tree.keyboard.announcement}
        </output>
        {deleted && (
          <div className="curriculum-undo">
            <UndoNotice
              title={deleted.title}
              isBusy={undo.isBusy}
              onUndo={() => void undo.start(deleted)}
              onHide={hide}
            />
          </div>
        )}
        <UploadSummary tree={tree} />
        <CurriculumRows tree={tree} />
      </section>
      {lecture && (
        <LecturePanel curriculum={curriculum} lecture={lecture} onOpen={choose} onClose={() => choose(undefined)} />
      )}
    </>
  );
}
