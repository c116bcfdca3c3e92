import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { sentenceOf } from '#web/api/api-error.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { useLeaveWarning } from '#web/ui/forms/use-leave-warning.ts';
import { useShowSavedCourse } from './use-show-saved-course.ts';

export type ManagedCourseData = ResponseOf<'GET /courses/:courseId/manage'>;

/** Saves without a button: one change after another, in the order in which they were made. */
export interface Saves {
  isSaving: boolean;
  /** When the last change was saved, as an ISO 8601 text. */
  savedAt: string | undefined;
  /** Returns whether it was saved; otherwise the course is loaded again, after a toast with the reason. */
  run(save: () => Promise<ManagedCourseData>, failure: string): Promise<boolean>;
}

export const useSaves = (courseId: string): Saves => {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [pendingCount, setPendingCount] = useState(0);
  const [savedAt, setSavedAt] = useState<string>();
  const showSaved = useShowSavedCourse(courseId);
  useLeaveWarning(pendingCount > 0);

  const saveOne = async (save: () => Promise<ManagedCourseData>, failure: string): Promise<boolean> => {
    try {
      await showSaved(await save());
      setSavedAt(new Date().toISOString());
      return true;
    } catch (error) {
      toast.error(sentenceOf(error, failure));
      await showSaved();
      return false;
    } finally {
      setPendingCount((count) => count - 1);
    }
  };

  return {
    isSaving: pendingCount > 0,
    savedAt,
    run: (save, failure) => {
      setPendingCount((count) => count + 1);
      const saved = last.current.then(() => saveOne(save, failure));
      last.current = saved;
      return saved;
    },
  };
};
