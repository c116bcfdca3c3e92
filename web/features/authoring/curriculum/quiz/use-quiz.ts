import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { EditedQuiz } from '#contract/classroom/quiz-fields.ts';
import { invalidate } from '#web/api/query.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { editedQuizQuery, type QuizOfCourse } from '#web/api/quiz-editing-queries.ts';
import { useSavedAtOnce } from '#web/ui/forms/use-saves.ts';
import { useKeyboardMove, usePointerMove, withDropped } from '#web/features/authoring/curriculum/reorder.ts';
import { type CourseOutline, FIRST_PART, isSame } from '#web/features/authoring/curriculum/outline.ts';
import { useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';

export type SavedQuiz = ResponseOf<'GET /courses/:courseId/lectures/:lectureId/quiz/questions'>;

/** What the parts of an edited quiz get. */
export interface QuizPart {
  place: QuizOfCourse;
  quiz: EditedQuiz;
}

/** Shows the response to a change, or fetches the quiz again; its figures and its course change with it. */
export const useShowSavedQuiz = (place: QuizOfCourse) => {
  const queryClient = useQueryClient();
  const showCourse = useShowSavedCourse(place.courseId);
  return async (saved?: SavedQuiz): Promise<void> => {
    const { queryKey } = editedQuizQuery(place);
    if (saved) {
      // A response from before the change would show the quiz as it was.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    } else await queryClient.invalidateQueries({ queryKey });
    void invalidate(queryClient, [
      ['quizzes', 'results', place.lectureId],
      ['quizzes', 'people', place.lectureId],
    ]);
    void showCourse();
  };
};

const never = (): boolean => false;
const idsOf = ({ questions }: Pick<EditedQuiz, 'questions'>): string[] => questions.map(({ _id }) => _id);

/** Moves questions with the pointer and with keys, as the curriculum moves lectures. */
export const useQuestionOrder = ({ place, quiz }: QuizPart) => {
  const showSaved = useShowSavedQuiz(place);
  const [shown, setShown] = useState<CourseOutline>();
  const save = async (questionIds: string[]): Promise<string[]> => {
    try {
      const saved = await call('PUT /courses/:courseId/lectures/:lectureId/quiz/order', {
        params: { ...place },
        body: { questionIds },
      });
      await showSaved(saved);
      return idsOf(saved.quiz);
    } catch (error) {
      void showSaved();
      throw error;
    }
  };
  const stored = useMemo(() => idsOf(quiz), [quiz]);
  const { value, change } = useSavedAtOnce(stored, save, messages.quizzes.orderNotSaved);
  const current: CourseOutline = [{ key: FIRST_PART, id: undefined, title: '', lectureIds: value }];
  const outline = shown ?? current;
  const arrange = (next: CourseOutline): void => {
    setShown(undefined);
    if (!isSame(next, current)) change(() => next.flatMap(({ lectureIds }) => lectureIds));
  };
  const keyboard = useKeyboardMove({ outline, preview: setShown, arrange });
  const pointer = usePointerMove({
    onDrop: (item, edge) => arrange(withDropped(outline, item, edge, never)),
    onRest: () => undefined,
  });
  const ids = outline.flatMap(({ lectureIds }) => lectureIds);
  return {
    tree: { curriculum: { outline }, keyboard, pointer },
    questions: ids.flatMap((id) => quiz.questions.find(({ _id }) => _id === id) ?? []),
    outline,
    arrange,
  };
};
