import { Trans, useLingui } from '@lingui/react/macro';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import {
  ArrowDown,
  ArrowUp,
  Eye,
  EyeOff,
  Gift,
  LockOpen,
  PanelRight,
  Pencil,
  RotateCcw,
  Send,
  Trash2,
} from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { kindName, kinds, lengthWords } from '#web/features/kinds/kinds.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { ReleaseBadge } from './release/release-badge.tsx';
import { MoveHandle, RowName } from './row-name.tsx';
import { type LectureOfCourse, useShowSavedCourse } from './use-curriculum.ts';
import { stepped } from './outline.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Processes the video again. */
export function RetryButton({ courseId, lecture }: LectureOfCourse) {
  const showSaved = useShowSavedCourse(courseId);
  const params = { courseId, lectureId: lecture._id };
  return (
    <ActionButton
      tone="quiet"
      size="small"
      run={() => call('POST /courses/:courseId/lecture/:lectureId/retry', { params })}
      messages={{ error: messages.authoring.lectureFailed }}
      onSuccess={() => showSaved()}
    >
      <RotateCcw size={16} aria-hidden="true" />
      <Trans>Try again</Trans>
      <span className="sr-only"> {lecture.title}</span>
    </ActionButton>
  );
}

/** The state of the video, and the visibility of the lecture. */
function LectureState({ tree, lecture }: Pick<CurriculumLectureProps, 'tree' | 'lecture'>) {
  const { t } = useLingui();
  const { courseId } = tree.curriculum;
  const { _id: id, title, state, progressPercent, isDraft, isFreePreview } = lecture;
  const percent = progressPercent ?? 0;
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 max-md:mb-2.5 max-md:ms-1 max-md:justify-start max-md:[grid-area:2/3]">
      <ReleaseBadge tree={tree} target={{ kind: 'lecture', id, title }} />
      {isFreePreview && (
        <Badge>
          <Trans>Free preview</Trans>
        </Badge>
      )}
      {state === 'processing' && (
        <>
          <progress className="progress h-1.5 w-18 text-primary" value={percent} max={100} aria-hidden="true" />
          <span className="badge num border-transparent bg-info/14 text-info">
            {percent === 0 ? t`Waiting` : t`Processing ${percent}%`}
          </span>
        </>
      )}
      {(state === 'failed' || state === 'needs_transcode') && (
        <>
          <RetryButton courseId={courseId} lecture={lecture} />
          <Badge tone="bad">
            <Trans>Failed</Trans>
          </Badge>
        </>
      )}
      {isDraft && (
        <Badge>
          <Trans>Draft</Trans>
        </Badge>
      )}
      {state === 'ready' && !isDraft && (
        <Badge isGood>
          <Trans>Ready</Trans>
        </Badge>
      )}
    </span>
  );
}

interface CurriculumLectureProps {
  tree: CurriculumTree;
  lecture: ManagedLecture;
  /** From 1, in the whole course. */
  number: number;
}

function LectureMenu({ tree, lecture }: Omit<CurriculumLectureProps, 'number'>) {
  const { t } = useLingui();
  const { _id, title, isDraft, isFreePreview } = lecture;
  const { curriculum, release, select, rename, remove } = tree;
  const item = { kind: 'lecture', id: _id } as const;
  const move = (step: 1 | -1): void => curriculum.arrange(stepped(curriculum.outline, item, step));
  return (
    <RowMenu
      label={t`Actions for ${title}`}
      items={[
        { label: t`Edit`, icon: PanelRight, onSelect: () => select(_id) },
        { label: t`Rename`, icon: Pencil, onSelect: () => rename(_id) },
        {
          label: isDraft ? t`Publish` : t`Unpublish`,
          icon: isDraft ? Send : EyeOff,
          onSelect: () => void curriculum.changeLecture(lecture, { isDraft: !isDraft }),
        },
        {
          label: isFreePreview ? t`Remove free preview` : t`Offer as free preview`,
          icon: isFreePreview ? Eye : Gift,
          onSelect: () => void curriculum.changeLecture(lecture, { isFreePreview: !isFreePreview }),
        },
        { label: t`When it opens`, icon: LockOpen, onSelect: () => release.edit({ ...item, title }) },
        { label: t`Move up`, icon: ArrowUp, onSelect: () => move(-1) },
        { label: t`Move down`, icon: ArrowDown, onSelect: () => move(1) },
        { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: () => remove(lecture) },
      ]}
    />
  );
}

export function CurriculumLecture({ tree, lecture, number }: CurriculumLectureProps) {
  const { t } = useLingui();
  const { curriculum, selectedId, select } = tree;
  const language = useLanguage();
  const { _id: id, title, kind } = lecture;
  const { timeZone } = useSite();
  const KindIcon = kinds[kind].icon;
  const name = kindName(kind, language);
  return (
    <li
      className="curriculum-row"
      data-selected={id === selectedId || undefined}
      {...tree.rowAttributes(`lecture:${id}`, id)}
    >
      <MoveHandle tree={tree} item={{ kind: 'lecture', id, title }} />
      <span className="num min-w-6 shrink-0 text-end text-muted">{number}</span>
      <span className="shrink-0 text-muted max-md:mb-2.5 max-md:justify-self-end max-md:[grid-area:2/2]">
        <KindIcon size={18} aria-hidden="true" />
        <span className="sr-only">{name}</span>
      </span>
      <RowName
        tree={tree}
        id={id}
        label={t`Title of ${title}`}
        title={title}
        maxLength={200}
        isSelected={id === selectedId}
        onSelect={() => select(id)}
        onRenamed={(next) => void curriculum.changeLecture(lecture, { title: next })}
      />
      {tree.renamingId !== id && (
        <>
          <LectureState tree={tree} lecture={lecture} />
          <span className="num min-w-13 shrink-0 text-end md:min-w-20 text-muted max-md:me-4 max-md:mb-2.5 max-md:[grid-area:2/4/3/6]">
            {lengthWords(lecture, timeZone, language) || '–'}
          </span>
          <LectureMenu tree={tree} lecture={lecture} />
        </>
      )}
    </li>
  );
}
