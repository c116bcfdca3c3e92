import { Trans, useLingui } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { ResponseOf } from '#web/api/call.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { withoutMarks } from '#contract/without-marks.ts';
import { formatDuration } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useIsOpen } from '#web/features/billing/rights.ts';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];

/** Plays a lecture in this page. */
export type PlayHere = (lectureId: string) => void;

/** A press on a link plays the lecture here; where it opens another tab or window, its own page does. */
export const playsHere =
  (play: PlayHere, lectureId: string) =>
  (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    play(lectureId);
  };

interface FreeLectureProps {
  course: AboutCourse;
  play: PlayHere;
}

/** The first lecture that anyone may watch, and where: in the classroom for those who have access. */
const useFreeLecture = ({ course: { _id: courseId, lectures }, play }: FreeLectureProps) => {
  const isOpen = useIsOpen(courseId);
  const { t } = useLingui();
  const index = lectures.findIndex(({ isFreePreview }) => isFreePreview);
  const lecture = lectures[index];
  if (!lecture) return undefined;
  const at = { course: courseId, lecture: lecture._id };
  const to = isOpen ? pathTo('classroom', at) : pathTo('freePreview', at);
  const number = index + 1;
  const name = isOpen ? t`Watch lecture ${number}` : t`Watch lecture ${number} free`;
  const length = lecture.durationMs === null ? '' : formatDuration(lecture.durationMs);
  const onClick = isOpen ? undefined : playsHere(play, lecture._id);
  return { lecture, link: { to, onClick }, name, length, isOpen };
};

/** On narrow screens, above the cover. */
export function FreeLectureLink(props: FreeLectureProps) {
  const free = useFreeLecture(props);
  if (!free) return null;
  return (
    <Link
      {...free.link}
      className="bg-base-200 text-base-content shadow-raise absolute start-5 bottom-5 flex min-h-13 items-center gap-3 rounded-full py-1.5 ps-2 pe-5 lg:hidden"
    >
      <span className="bg-primary text-primary-content grid size-9 place-items-center rounded-full">
        <Play size={16} fill="currentColor" aria-hidden="true" />
      </span>
      <span className="font-medium">{free.name}</span>
      <span className="num text-muted text-sm">{free.length}</span>
    </Link>
  );
}

/**
 * On wide screens, above the list of lectures. Its picture is drawn: the poster has an address that ends, and the page is
 * the same for everyone.
 */
export function FreeLecture(props: FreeLectureProps) {
  const free = useFreeLecture(props);
  if (!free) return null;
  const { lecture, link, name, length, isOpen } = free;
  return (
    <section
      aria-labelledby="free-lecture"
      className="surface mt-8 grid overflow-hidden max-lg:hidden xl:grid-cols-[18rem_1fr]"
    >
      <Link {...link} className="relative max-xl:hidden [&>.cover]:h-full" aria-hidden="true" tabIndex={-1}>
        <Cover title={lecture.title} />
        <span className="bg-neutral text-neutral-content absolute inset-0 m-auto grid size-14 place-items-center rounded-full">
          <Play size={20} fill="currentColor" />
        </span>
      </Link>
      <div className="p-5">
        <p className="meta">{isOpen ? <Trans>You have this course</Trans> : <Trans>No account needed</Trans>}</p>
        <h2 id="free-lecture" className="text-title mt-1 wrap-anywhere">
          {lecture.title}
        </h2>
        {lecture.description !== null && (
          <p className="text-muted mt-1 line-clamp-2 text-sm">{withoutMarks(lecture.description)}</p>
        )}
        <p className="mt-4 flex items-center gap-4">
          <LinkButton {...link}>
            <Play size={16} fill="currentColor" aria-hidden="true" />
            {name}
          </LinkButton>
          <span className="num text-muted text-sm">{length}</span>
        </p>
      </div>
    </section>
  );
}
