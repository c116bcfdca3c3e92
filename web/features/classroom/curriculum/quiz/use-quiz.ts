import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { EditedQuiz } from '#contract/quiz-fields.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { editedQuizQuery, type QuizOfCourse, quizResultsQuery } from '#web/api/quiz-editing-queries.ts';
import { useKeyboardMove, usePointerMove, withDropped } from '#web/features/classroom/curriculum/moving.ts';
import { type CourseOutline, FIRST_PART, isSame } from '#web/features/classroom/curriculum/outline.ts';
import { useShowSavedCourse } from '#web/features/classroom/curriculum/use-curriculum.ts';

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
    if (saved) queryClient.setQueryData(queryKey, saved);
    else await queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: quizResultsQuery(place).queryKey });
    void queryClient.invalidateQueries({ queryKey: queryKeys.quizPeople(place.lectureId) });
    void showCourse();
  };
};

const never = (): boolean => false;

/** Moves questions with the pointer and with keys, as the curriculum moves lectures. */
export const useQuestionOrder = ({ place, quiz }: QuizPart) => {
  const showSaved = useShowSavedQuiz(place);
  const [shown, setShown] = useState<CourseOutline>();
  const stored: CourseOutline = [
    { key: FIRST_PART, id: undefined, title: '', lectureIds: quiz.questions.map(({ _id }) => _id) },
  ];
  const outline = shown ?? stored;
  const save = async (next: CourseOutline): Promise<void> => {
    const questionIds = next.flatMap(({ lectureIds }) => lectureIds);
    try {
      await showSaved(
        await call('PUT /courses/:courseId/lectures/:lectureId/quiz/order', {
          params: { ...place },
          body: { questionIds },
        }),
      );
    } catch (error) {
      toast.error(errorMessage(error, messages.quizzes.orderNotSaved));
      await showSaved();
    }
    setShown(undefined);
  };
  const arrange = (next: CourseOutline): void => {
    setShown(next);
    if (isSame(next, stored)) setShown(undefined);
    else void save(next);
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
