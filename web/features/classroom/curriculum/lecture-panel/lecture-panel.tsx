import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { keepTabInside, useModal } from '#web/ui/dialogs/modal.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { AttachmentsEditor } from './attachments-editor.tsx';
import { CaptionsEditor } from './captions-editor.tsx';
import { LectureTexts } from './lecture-texts.tsx';
import type { Curriculum } from '#web/features/classroom/curriculum/use-curriculum.ts';
import { VideoEditor } from './video-editor.tsx';

interface LecturePanelProps {
  curriculum: Curriculum;
  lecture: ManagedLecture;
  onOpen: (lectureId: string) => void;
  onClose: () => void;
}

interface NeighbourProps {
  lecture: ManagedLecture | undefined;
  label: string;
  icon: typeof ChevronUp;
  onOpen: (lectureId: string) => void;
}

const Neighbour = ({ lecture, label, icon: Icon, onOpen }: NeighbourProps) => (
  <button
    type="button"
    className="side-button disabled:opacity-40"
    aria-label={label}
    disabled={!lecture}
    onClick={() => lecture && onOpen(lecture._id)}
  >
    <Icon size={20} aria-hidden="true" />
  </button>
);

/** Beside the tree in wide windows, a sheet over it in others, and on phones the whole window. */
function Frame({ labelledBy, onClose, children }: { labelledBy: string; onClose: () => void; children: ReactNode }) {
  const isWide = useMedia('(width >= 75rem)');
  const sheet = useRef<HTMLDialogElement>(null);
  useModal(sheet, !isWide);
  if (isWide)
    return (
      <aside className="surface curriculum-panel" aria-labelledby={labelledBy}>
        {children}
      </aside>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeps Tab inside
    <dialog
      ref={sheet}
      className="side-sheet"
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        // Not when it is a question inside that is closed.
        if (event.target === sheet.current) onClose();
      }}
      onKeyDown={keepTabInside}
    >
      {children}
    </dialog>
  );
}

/** The selected lecture: its video, texts, captions and attachments. */
export function LecturePanel({ curriculum, lecture, onOpen, onClose }: LecturePanelProps) {
  const id = useId();
  const { courseId, outline, lectures } = curriculum;
  const order = outline.flatMap(({ lectureIds }) => lectureIds.flatMap((key) => lectures.get(key) ?? []));
  const index = order.findIndex(({ _id }) => _id === lecture._id);
  return (
    <Frame labelledBy={id} onClose={onClose}>
      <div className="curriculum-panel-head">
        <h2 id={id} className="font-sans text-sm text-muted outline-none" tabIndex={-1} data-first="">
          Lecture {index + 1}
          <span className="sr-only">, {lecture.title}</span>
        </h2>
        <span className="flex">
          <Neighbour lecture={order[index - 1]} label="Previous lecture" icon={ChevronUp} onOpen={onOpen} />
          <Neighbour lecture={order[index + 1]} label="Next lecture" icon={ChevronDown} onOpen={onOpen} />
          <button type="button" className="side-button" aria-label="Close" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </button>
        </span>
      </div>
      <div key={lecture._id} className="curriculum-panel-body">
        <VideoEditor courseId={courseId} lecture={lecture} />
        <LectureTexts curriculum={curriculum} lecture={lecture} />
        <CaptionsEditor courseId={courseId} lecture={lecture} />
        <AttachmentsEditor courseId={courseId} lecture={lecture} />
      </div>
    </Frame>
  );
}
