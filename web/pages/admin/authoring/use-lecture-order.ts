import { useEffect, useRef, useState } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { useShowSavedCourse } from './use-show-saved-course.ts';

/** Several moves in a row are saved as one change. */
const QUIET_MS = 700;

const moved = <T>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};

/** Shows a new order immediately, announces it to screen readers, and saves it shortly after. */
export const useLectureOrder = (courseId: string, lectures: readonly ManagedLecture[]) => {
  const [ids, setIds] = useState<string[]>();
  const [announcement, setAnnouncement] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showSaved = useShowSavedCourse(courseId);
  const saving = useAction({
    run: (lectureIds: string[]) => call('PUT /courses/:courseId/order', { params: { courseId }, body: { lectureIds } }),
    sentences: { error: messages.authoring.orderFailed },
    onSuccess: async (saved) => {
      await showSaved(saved);
      setIds(undefined);
    },
    onError: () => {
      setIds(undefined);
      void showSaved();
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const byId = new Map(lectures.map((lecture) => [lecture._id, lecture]));
  const ordered = ids?.flatMap((id) => byId.get(id) ?? []);
  const shown = ordered?.length === lectures.length ? ordered : [...lectures];

  const move = (id: string, to: number): void => {
    const from = shown.findIndex(({ _id }) => _id === id);
    const lecture = shown[from];
    if (!lecture || to < 0 || to >= shown.length || to === from) return;
    const next = moved(shown, from, to).map(({ _id }) => _id);
    setIds(next);
    setAnnouncement(`${lecture.title} is now ${to + 1} of ${shown.length}`);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saving.start(next), QUIET_MS);
  };

  return { shown, move, announcement };
};
