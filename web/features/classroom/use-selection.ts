import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { START_PLAYING } from '#web/app/path-to.ts';
import { isAvailable } from './lecture-video.tsx';
import { QUIZ_PARTS } from '../quizzes/quiz-links.ts';

/** A chosen lecture has an entry in the history, so that Back returns to the one before; one that follows takes its place. */
export type Select = (lecture: Lecture, how: 'chosen' | 'followed') => void;

/** The selected lecture is part of the address, so that a reload keeps it; the default is the first that is available. */
export const useSelection = (lectures: readonly Lecture[]) => {
  const [search, setSearch] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const isNew = useNavigationType() === NavigationType.Push;
  const [hasChosen, setHasChosen] = useState(false);
  const wasChosen = hasChosen || (isNew && state === START_PLAYING);
  const chosen = lectures.findIndex(({ _id }) => _id === search.get('lecture'));
  const index = chosen === -1 ? Math.max(0, lectures.findIndex(isAvailable)) : chosen;
  const select: Select = (lecture, how) => {
    setHasChosen(true);
    const next = new URLSearchParams(search);
    const isOpen = lecture._id === lectures[index]?._id;
    if (!isOpen) for (const part of QUIZ_PARTS) next.delete(part);
    next.set('lecture', lecture._id);
    setSearch(next, { replace: isOpen || how === 'followed', preventScrollReset: true });
  };
  return { index, select, wasChosen };
};
