import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Search, Trash2 } from 'lucide-react';
import type { CourseProgress } from '#contract/classroom/progress.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { Section } from '#contract/classroom/sections.ts';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { isAvailable } from '#web/features/classroom/lecture-video.tsx';
import { useDeviceName } from '#web/ui/use-media.ts';
import { doneWordOf, lengthWords } from '#web/features/kinds/kinds.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { Later } from '#web/ui/page/later.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { LectureRow } from './lecture-row.tsx';
import { lockWords } from './lock-words.ts';
import { SectionList } from './section-list.tsx';
import { leftInLecture } from './time-left.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Nothing of it is needed before the first frame. */
const SearchCourse = lazyPart(() => import('#web/features/classroom/search/search-course.tsx'));
const DownloadSection = lazyPart(() => import('#web/features/classroom/offline/download-section.tsx'));

const CourseProgressBar = ({ progress, doneWord }: { progress: CourseProgress; doneWord: string }) => {
  const { t } = useLingui();
  const { doneLectures, lectures, percent } = progress;
  return (
    <div className="min-w-0 flex-1">
      <p className="flex justify-between gap-4 text-sm">
        <span className="font-medium">
          <Trans>
            {doneLectures} of {lectures} {doneWord}
          </Trans>
        </span>
        <span className="num text-muted">{percent}%</span>
      </p>
      <progress
        className="progress mt-2 block h-1.5 w-full text-primary"
        aria-label={t`Watched lectures`}
        value={doneLectures}
        max={lectures}
      />
    </div>
  );
};

const SEPARATOR = ' ';

/** The downloaded lectures that may play. The code for downloads is loaded after the page is shown. */
const useOfflineIds = (): ReadonlySet<string> => {
  // A text, so that the many reports while a lecture is loaded change nothing here.
  const [ids, setIds] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    const watch = async (): Promise<void> => {
      const [{ downloads }, { mayPlay, schoolTime }] = await Promise.all([
        import('#web/features/classroom/offline/offline-lectures.ts'),
        import('#web/features/classroom/offline/offline-media.ts'),
      ]);
      if (leaving.signal.aborted) return;
      const update = (): void => {
        const offline = downloads.get();
        if (!offline) return;
        const { lectures, device } = offline;
        const nowMs = schoolTime(device, Date.now());
        const playable = lectures.filter((lecture) => mayPlay(lecture, device, nowMs));
        setIds(playable.map(({ _id }) => _id).join(SEPARATOR));
      };
      leaving.signal.addEventListener('abort', downloads.subscribe(update));
      update();
    };
    watch().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return useMemo(() => new Set(ids.split(SEPARATOR)), [ids]);
};

interface LectureListProps {
  course: Course;
  lectures: readonly Lecture[];
  sections: readonly Section[];
  progress: CourseProgress;
  currentId: string;
  /** The line below the title of the current lecture. */
  currentNote: string | undefined;
  onSelect: (lecture: Lecture) => void;
  /** The actions of admins. */
  actions: ReactNode;
  isAuthor: boolean;
  /** Moves in the open lecture. */
  seekTo: (positionMs: number) => void;
  panel: { id: string; role: 'tabpanel'; 'aria-labelledby': string; hidden: boolean };
}

const { deleteLoading, deleteSuccess, deleteError } = messages.lectures;

const useDelete = (courseId: string) => {
  const queryClient = useQueryClient();
  const [toDelete, setToDelete] = useState<Lecture>();
  const action = useAction({
    run: (lecture: Lecture) =>
      call('DELETE /courses/:courseId/lecture/:lectureId', { params: { courseId, lectureId: lecture._id } }),
    messages: { loading: deleteLoading, success: deleteSuccess, error: deleteError },
    onSuccess: () => setToDelete(undefined),
    changes: ['course-lists', ['courses', courseId]],
    onError: () => {
      setToDelete(undefined);
      // Another admin may have deleted it already.
      void invalidate(queryClient, ['course-lists', ['courses', courseId]]);
    },
  });
  return { toDelete, setToDelete, ...action };
};

const DeleteDialog = ({ toDelete, setToDelete, start, isBusy }: ReturnType<typeof useDelete>) => {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      isOpen={toDelete !== undefined}
      title={t`Delete this lecture?`}
      confirmLabel={t`Delete lecture`}
      cancelLabel={t`Keep lecture`}
      isBusy={isBusy}
      onConfirm={() => toDelete && void start(toDelete)}
      onClose={() => setToDelete(undefined)}
    >
      <strong className="font-semibold text-base-content">{toDelete?.title}</strong>{' '}
      <Trans>and its video will be removed for every learner. You can restore it for 24 hours.</Trans>
    </ConfirmDialog>
  );
};

/** For admins: why a video is not ready. */
const stateOf = ({ state, progressPercent, failure }: Lecture, { _ }: Language): string => {
  if (state === 'processing' && progressPercent === 0) return _(msg`Waiting`);
  if (state === 'processing')
    return _(progressPercent === null ? msg`Processing` : msg`Processing ${{ percent: progressPercent }}%`);
  if (state === 'needs_transcode') return _(msg`Browsers cannot play this video`);
  return failure ?? '';
};

/** Where the list scrolls by itself, the current row is in its middle in the first frame. */
const useCurrentInMiddle = () => {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      const row = list.current?.querySelector('[aria-current="true"]');
      if (!list.current || !row) return;
      const { top, height } = list.current.getBoundingClientRect();
      const place = row.getBoundingClientRect();
      list.current.scrollTop += place.top + place.height / 2 - (top + height / 2);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return list;
};

interface RowProps extends LectureListProps {
  lecture: Lecture;
  /** Below the title, beside the time that is left. */
  offlineNote: string | undefined;
  /** Starts at 1. */
  number: number;
  onDelete: (lecture: Lecture) => void;
}

const Row = ({ lecture, number, currentId, currentNote, offlineNote, onSelect, isAuthor, onDelete }: RowProps) => {
  const { timeZone } = useSite();
  const language = useLanguage();
  const isCurrent = lecture._id === currentId;
  const notes = [isCurrent ? currentNote : leftInLecture(lecture, language), offlineNote].filter(Boolean);
  return (
    <li className={`${isCurrent ? 'nav-current' : ''} ${isAvailable(lecture) ? '' : 'text-muted'}`.trim()}>
      <LectureRow
        number={number}
        title={lecture.title}
        length={lengthWords(lecture, timeZone, language)}
        kind={lecture.kind}
        state={lecture.progress?.isDone ? 'watched' : lecture.lockedBy ? 'locked' : 'open'}
        isCurrent={isCurrent}
        note={notes.length > 0 ? notes.join(' · ') : undefined}
        onSelect={isAvailable(lecture) ? () => onSelect(lecture) : undefined}
      />
      {isAuthor && (
        <div className="flex items-center justify-end gap-3 px-2 pb-2">
          <span className="meta min-w-0 flex-1 ps-13">
            {[lecture.isDraft ? language._(msg`Draft`) : '', stateOf(lecture, language)].filter(Boolean).join(' · ')}
          </span>
          <Button tone="ghost" size="small" className="text-error" onClick={() => onDelete(lecture)}>
            <Trash2 size={16} aria-hidden="true" />
            <Trans>
              Delete Lecture
              <span className="sr-only">: {lecture.title}</span>
            </Trans>
          </Button>
        </div>
      )}
    </li>
  );
};

export const LectureList = (props: LectureListProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { course, lectures, sections, progress, currentId, actions, panel, seekTo } = props;
  const [isSearching, setSearching] = useState(false);
  const deletion = useDelete(course._id);
  const offlineIds = useOfflineIds();
  const device = useDeviceName();
  const list = useCurrentInMiddle();
  const { timeZone } = useSite();
  const offlineNoteOf = (lecture: Lecture): string | undefined => {
    const locked = lockWords(lecture, timeZone, language);
    if (locked !== undefined) return locked;
    if (!isAvailable(lecture)) return t`Not downloaded to this ${device}`;
    return offlineIds.has(lecture._id) ? t`Downloaded to this ${device}` : undefined;
  };
  return (
    <section aria-label={t`Lectures`} className="classroom-list" {...panel}>
      <div className="classroom-list-head flex items-center gap-3">
        <h2 className="sr-only">
          <Trans>Lectures</Trans>
        </h2>
        <CourseProgressBar progress={progress} doneWord={language._(doneWordOf(lectures))} />
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={t`Search this course`}
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          <Search size={18} aria-hidden="true" />
        </button>
      </div>
      {isSearching && (
        <Later>
          <SearchCourse courseId={course._id} currentId={currentId} seekTo={seekTo} />
        </Later>
      )}
      <ol ref={list} className="divide-y divide-line text-sm">
        <SectionList
          {...{ sections, lectures, currentId }}
          renderFoot={(own) => (
            <Later>
              <DownloadSection course={course} lectures={own} numberOf={(lecture) => lectures.indexOf(lecture) + 1} />
            </Later>
          )}
          renderRow={(lecture) => (
            <Row
              key={lecture._id}
              {...props}
              lecture={lecture}
              offlineNote={offlineNoteOf(lecture)}
              number={lectures.indexOf(lecture) + 1}
              onDelete={deletion.setToDelete}
            />
          )}
        />
      </ol>
      {actions && <div className="grid border-t border-line p-4">{actions}</div>}
      <DeleteDialog {...deletion} />
    </section>
  );
};
