import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { invalidate } from '#web/api/query.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { useSaves } from '#web/ui/forms/use-saves.ts';
import type { LectureChanges } from '#contract/catalog/authoring.ts';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { type CourseOutline, isSame, outlineOf, requestOf, withLecturesOf } from './outline.ts';

/** Shows the response to a change, or fetches the course again; everything else that shows courses is invalidated. */
export const useShowSavedCourse = (courseId: string) => {
  const queryClient = useQueryClient();
  return async (saved?: ManagedCourseData): Promise<void> => {
    const { queryKey } = managedCourseQuery(courseId);
    if (saved) {
      // A response from before the change would show the course as it was.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    } else await queryClient.invalidateQueries({ queryKey });
    await invalidate(queryClient, ['course-lists']);
    await queryClient.invalidateQueries({
      queryKey: ['courses', courseId],
      predicate: ({ queryHash }) => queryHash !== hashKey(queryKey),
    });
  };
};

export type ManagedCourseData = ResponseOf<'GET /courses/:courseId/manage'>;

/** What the parts of an edited lecture get. */
export interface LectureOfCourse {
  courseId: string;
  lecture: ManagedLecture;
}

/** Saves the course, and shows each response. */
const useCourseSaves = (courseId: string) => {
  const { isSaving, run } = useSaves();
  const [savedAt, setSavedAt] = useState<string>();
  const showSaved = useShowSavedCourse(courseId);

  const saveOne = async (save: () => Promise<ManagedCourseData>, failure: string): Promise<boolean> => {
    try {
      await showSaved(await save());
      setSavedAt(new Date().toISOString());
      return true;
    } catch (error) {
      toast.error(errorMessage(error, failure));
      await showSaved();
      return false;
    }
  };

  return {
    isSaving,
    /** When the last change was saved, as an ISO 8601 text. */
    savedAt,
    /** Returns whether it was saved; otherwise the course is loaded again, after a toast with the reason. */
    run: (save: () => Promise<ManagedCourseData>, failure: string): Promise<boolean> =>
      run(() => saveOne(save, failure)),
  };
};

const UNDO_MAX = 50;

/** A lecture's fields before a change. */
const fieldsBefore = (lecture: ManagedLecture, changes: LectureChanges): LectureChanges => {
  const { title, description, chaptersText: chapters, isFreePreview, isDraft, live, pdf } = lecture;
  const ofKind = {
    text: lecture.markdown ?? undefined,
    startsAt: live?.startsAt,
    durationMinutes: live?.durationMinutes,
    url: lecture.classUrl ?? undefined,
    isSaved: pdf?.isSaved,
  };
  const all = { title, description, chapters, isFreePreview, isDraft, ...ofKind };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in changes));
};

const useUndo = () => {
  const [steps, setSteps] = useState<readonly (() => void)[]>([]);
  const last = steps.at(-1);
  return {
    add: (step: () => void) => setSteps((before) => [...before, step].slice(-UNDO_MAX)),
    clear: () => setSteps([]),
    undo:
      last &&
      (() => {
        setSteps((before) => before.slice(0, -1));
        last();
      }),
  };
};

/** The outline that was edited and is not saved yet. Every save sends the whole outline, as it is at that moment. */
const useDraft = (saved: ManagedCourseData, saves: ReturnType<typeof useCourseSaves>, onFailure: () => void) => {
  const queryClient = useQueryClient();
  const courseId = saved.course._id;
  const [draft, setDraft] = useState<CourseOutline>();
  const wanted = useRef<CourseOutline>(undefined);
  const lastSaved = useRef<CourseOutline>(undefined);
  const setWanted = (outline: CourseOutline | undefined): void => {
    wanted.current = outline;
    setDraft(outline);
  };

  const save = async (): Promise<ManagedCourseData> => {
    const newest = queryClient.getQueryData(managedCourseQuery(courseId).queryKey) ?? saved;
    const sent = wanted.current;
    // An earlier save has sent this change too.
    if (!sent || sent === lastSaved.current) return newest;
    const body = {
      ...requestOf(withLecturesOf(sent, newest), newest),
      before: requestOf(outlineOf(newest), newest),
    };
    const response = await call('PUT /courses/:courseId/outline', { params: { courseId }, body });
    const isLatest = wanted.current === sent;
    const idOf = (key: string): string | undefined =>
      response.sections[sent.findIndex((part) => part.key === key) - 1]?._id;
    // Edits from meanwhile are sent next, with the ids of the new sections.
    setWanted(wanted.current?.map((part) => ({ ...part, id: part.id ?? idOf(part.key) })));
    if (isLatest) lastSaved.current = wanted.current;
    return response;
  };

  const arrange = async (outline: CourseOutline): Promise<void> => {
    setWanted(outline);
    const isSaved = await saves.run(save, messages.authoring.orderFailed);
    if (!isSaved || wanted.current === lastSaved.current) setWanted(undefined);
    if (!isSaved) onFailure();
  };
  return { draft, arrange };
};

/** The curriculum of a course while it is edited: shown at once, saved by itself, and undone a step at a time. */
export const useCurriculum = (saved: ManagedCourseData) => {
  const courseId = saved.course._id;
  const saves = useCourseSaves(courseId);
  const { undo, add, clear } = useUndo();
  const { draft, arrange } = useDraft(saved, saves, clear);
  const [previewed, preview] = useState<CourseOutline>();
  const current = useMemo(() => (draft ? withLecturesOf(draft, saved) : outlineOf(saved)), [draft, saved]);
  const lectures: ReadonlyMap<string, ManagedLecture> = useMemo(
    () => new Map(saved.lectures.map((lecture) => [lecture._id, lecture])),
    [saved],
  );

  const patch = (lectureId: string, body: LectureChanges): Promise<boolean> =>
    saves.run(
      () => call('PATCH /courses/:courseId/lecture/:lectureId', { params: { courseId, lectureId }, body }),
      messages.authoring.lectureFailed,
    );

  return {
    isSaving: saves.isSaving,
    savedAt: saves.savedAt,
    courseId,
    /** As it is shown, with unsaved changes. */
    outline: previewed ?? current,
    lectures,
    /** Shows an outline without saving it; undefined shows the current one again. */
    preview,
    /** Shows and saves an outline. */
    arrange: (outline: CourseOutline): void => {
      preview(undefined);
      if (isSame(outline, current)) return;
      add(() => void arrange(current));
      void arrange(outline);
    },
    /** Returns whether it was saved. */
    changeLecture: (lecture: ManagedLecture, changes: LectureChanges): Promise<boolean> => {
      const before = fieldsBefore(lecture, changes);
      add(() => void patch(lecture._id, before));
      return patch(lecture._id, changes);
    },
    /** Publishes draft lectures. */
    publish: (lectureIds: readonly string[]): void =>
      void saves.run(
        () =>
          call('POST /courses/:courseId/lectures/publish', {
            params: { courseId },
            body: { lectureIds: [...lectureIds] },
          }),
        messages.authoring.lectureFailed,
      ),
    /** Takes the last change back; undefined when there is none. */
    undo,
  };
};

export type Curriculum = ReturnType<typeof useCurriculum>;
