import type { Question, QuestionOrder } from '#contract/classroom/questions.ts';
import { ApiError, isTemporary } from '#web/api/api-error.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { findDownload, type OfflineLecture, type OfflineQuestions } from './offline-store.ts';

/** One page of the list. */
const QUESTIONS_MAX = 100;
const answered = { success: true, message: '' } as const;

/** A list has the first answers of a question. */
const withAllAnswers = async (question: Question): Promise<Question> => {
  if (question.answers.length >= question.answerCount) return question;
  return (await call('GET /questions/:questionId', { params: { questionId: question._id } })).question;
};

/** Undefined where the school has none. */
const loadQuestions = async (params: {
  courseId: string;
  lectureId: string;
}): Promise<OfflineQuestions | undefined> => {
  try {
    const { questions, medianMs, isStaff } = await call('GET /courses/:courseId/lectures/:lectureId/questions', {
      params,
      query: { limit: QUESTIONS_MAX },
    });
    const list: Question[] = [];
    for (const question of questions) list.push(await withAllAnswers(question));
    return { list, medianMs, isStaff };
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) throw error;
    return undefined;
  }
};

/** The learner's notes about a lecture, and the questions that the learner may read. */
export const loadNotesAndQuestions = async (params: {
  courseId: string;
  lectureId: string;
}): Promise<Pick<OfflineLecture, 'notes' | 'questions'>> => {
  const { notes } = await call('GET /lectures/:lectureId/notes', { params: { lectureId: params.lectureId } });
  return { notes, questions: await loadQuestions(params) };
};

const ownCopy = async (lectureId: string): Promise<OfflineLecture | undefined> => {
  const copy = await findDownload(lectureId);
  return copy?.userId === sessionStore.get()?.user._id ? copy : undefined;
};

export const offlineNotes = async (
  lectureId: string,
): Promise<ResponseOf<'GET /lectures/:lectureId/notes'> | undefined> => {
  const notes = (await ownCopy(lectureId))?.notes;
  return notes && { ...answered, notes };
};

const ORDERS: Record<QuestionOrder, (a: Question, b: Question) => number> = {
  // As they were downloaded.
  moment: () => 0,
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  waiting: (a, b) => Number(a.isAnswered) - Number(b.isAnswered),
};

export const offlineQuestions = async (
  lectureId: string,
  order: QuestionOrder,
): Promise<ResponseOf<'GET /courses/:courseId/lectures/:lectureId/questions'> | undefined> => {
  const copy = (await ownCopy(lectureId))?.questions;
  if (!copy) return undefined;
  const { list, medianMs, isStaff } = copy;
  return { ...answered, questions: list.toSorted(ORDERS[order]), total: list.length, medianMs, isStaff };
};
