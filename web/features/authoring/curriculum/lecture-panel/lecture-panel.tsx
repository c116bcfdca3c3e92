import { Trans, useLingui } from '@lingui/react/macro';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Suspense, useId } from 'react';
import { isPlayed } from '#contract/classroom/kind-facts.ts';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import { kindName, kinds } from '#web/features/kinds/kinds.ts';
import { AttachmentsEditor } from './attachments-editor.tsx';
import { CaptionsEditor } from './captions-editor.tsx';
import { LectureTexts } from './lecture-texts.tsx';
import { MomentsLink } from './moments-link.tsx';
import type { Curriculum } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

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

/** The selected lecture: what it is by its kind, its texts, captions and attachments. */
export function LecturePanel({ curriculum, lecture, onOpen, onClose }: LecturePanelProps) {
  const { t } = useLingui();
  const id = useId();
  const { courseId, outline, lectures } = curriculum;
  const order = outline.flatMap(({ lectureIds }) => lectureIds.flatMap((key) => lectures.get(key) ?? []));
  const { kind } = lecture;
  const { icon: KindIcon, Editor, Below } = kinds[kind];
  const name = kindName(kind, useLanguage());
  const part = { courseId, lecture };
  const index = order.findIndex(({ _id }) => _id === lecture._id);
  return (
    <Shell
      className="side-sheet"
      aria-labelledby={id}
      isSide
      onClose={(next) => {
        onClose();
        next?.();
      }}
    >
      <div className="flex shrink-0 items-center justify-between gap-4 py-2 ps-4.5 pe-2">
        <h2 id={id} className="font-sans text-sm text-muted outline-none" tabIndex={-1} data-first="">
          <KindIcon size={18} className="me-2 inline align-text-bottom" aria-hidden="true" />
          <Trans>
            {name}, lecture {index + 1}
          </Trans>
          <span className="sr-only">, {lecture.title}</span>
        </h2>
        <span className="flex">
          <Neighbour lecture={order[index - 1]} label={t`Previous lecture`} icon={ChevronUp} onOpen={onOpen} />
          <Neighbour lecture={order[index + 1]} label={t`Next lecture`} icon={ChevronDown} onOpen={onOpen} />
          <button type="button" className="side-button" aria-label={t`Close`} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </button>
        </span>
      </div>
      <div
        // A recording makes a class a video, which has other fields.
        key={`${lecture._id} ${kind}`}
        className="relative flex-1 space-y-5 overflow-y-auto overscroll-contain px-4.5 pb-5 [:root:has(.upload-tray)_&]:pb-20"
      >
        <Suspense>
          {Editor && <Editor {...part} />}
          <LectureTexts curriculum={curriculum} lecture={lecture} />
          {Below && <Below {...part} />}
          {isPlayed(kind) && <CaptionsEditor {...part} />}
          {isPlayed(kind) && <MomentsLink {...part} />}
          <AttachmentsEditor {...part} />
        </Suspense>
      </div>
    </Shell>
  );
}
