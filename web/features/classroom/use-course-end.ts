import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useVideoValue } from '#web/features/classroom/player/use-video-value.ts';

const EVENTS = ['ended', 'play', 'seeked', 'emptied'];

export const isFinished = (lectures: readonly Lecture[]): boolean =>
  lectures.length > 0 && lectures.every(({ progress }) => progress?.isDone);

/**
 * The address of the end of a course, once every lecture is watched and none follows; it opens when the last video ends.
 */
export const useCourseEnd = (
  courseId: string,
  video: HTMLVideoElement | undefined,
  { isLast, lectures }: { isLast: boolean; lectures: readonly Lecture[] },
): string | undefined => {
  const navigate = useNavigate();
  const hasEnded = useVideoValue(video, EVENTS, (now) => (now?.ended ? 'ended' : '')) !== '';
  const end = isLast && isFinished(lectures) ? pathTo('classroom', { course: courseId, end: 'true' }) : undefined;
  useEffect(() => {
    if (hasEnded && end !== undefined) void navigate(end);
  }, [hasEnded, end, navigate]);
  return end;
};
