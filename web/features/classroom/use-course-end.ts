import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { certificateStandingQuery } from '#web/api/certificate-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { NextLecture } from '#web/features/classroom/player/use-player.ts';
import { useVideoValue } from '#web/features/classroom/player/use-video-value.ts';

const EVENTS = ['ended', 'play', 'seeked', 'emptied'];

/** Whether the course's certificate is earned, and whether that happened on this visit. Before the middle nobody is asked. */
const useEarned = (courseId: string, lectures: readonly Lecture[], done: number) => {
  const standing = certificateStandingQuery(courseId);
  const { data } = useQuery({
    ...standing,
    // Asked again with each lecture that is done.
    queryKey: [...standing.queryKey, done],
    enabled: done > 0 && done * 2 >= lectures.length,
    placeholderData: keepPreviousData,
  });
  const [wasEarned, setWasEarned] = useState<boolean>();
  if (data && wasEarned === undefined) setWasEarned(data.isFulfilled);
  const isEarned = data?.isFulfilled === true;
  return { isEarned, isNew: isEarned && wasEarned === false };
};

/**
 * The address of the end of a course, once its certificate is earned or every lecture is done; it opens when the video ends.
 */
export const useCourseEnd = (
  courseId: string,
  video: HTMLVideoElement | undefined,
  { isLast, lectures }: { isLast: boolean; lectures: readonly Lecture[] },
): string | undefined => {
  const navigate = useNavigate();
  const hasEnded = useVideoValue(video, EVENTS, (now) => (now?.ended ? 'ended' : '')) !== '';
  const done = lectures.filter(({ progress }) => progress?.isDone).length;
  const { isEarned, isNew } = useEarned(courseId, lectures, done);
  const isWhole = done > 0 && done === lectures.length;
  const [wasWhole] = useState(isWhole);
  const isReached = isNew || (isWhole && !wasWhole) || (isLast && (isEarned || isWhole));
  const end = isReached ? pathTo('classroom', { course: courseId, end: 'true' }) : undefined;
  useEffect(() => {
    if (hasEnded && end !== undefined) void navigate(end);
  }, [hasEnded, end, navigate]);
  return end;
};

/** What follows a quiz that was passed as the last lecture. */
export const useEndAsNext = ({ title }: Course, end: string | undefined): NextLecture | undefined => {
  const navigate = useNavigate();
  if (end === undefined) return undefined;
  const play = (): void => void navigate(end);
  return { title, play, follow: play, isEnd: true };
};
