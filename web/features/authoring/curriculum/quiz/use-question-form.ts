import { useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { EditedQuestion } from '#contract/classroom/quiz-fields.ts';
import type { QuizQuestion, QuizQuestionType } from '#contract/classroom/quiz-questions.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import type { QuizOfCourse } from '#web/api/quiz-editing-queries.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { DraftSchema, draftOf, emptyDraft, msOf, timeOf } from './question-draft.ts';
import { useQuestionMedia } from './use-question-media.ts';
import { type SavedQuiz, useShowSavedQuiz } from './use-quiz.ts';

type Preview = ResponseOf<'POST /courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId/preview'>;

/** A change of a key that earlier attempts depend on. */
export interface AskedChange {
  question: QuizQuestion;
  atMs: number | null;
  preview: Preview;
}

interface QuestionFormNeeds {
  place: QuizOfCourse;
  /** Undefined for a new question. */
  edited: EditedQuestion | undefined;
  /** The type of a new question. */
  type: QuizQuestionType;
  /** Where a new question of a video appears, in milliseconds; null in a quiz. */
  atMs: number | null;
  /** Addresses of the stored pictures and sounds, by name. */
  media: Readonly<Record<string, string>>;
  onSaved: (opensNext: boolean, type: QuizQuestionType) => void;
}

const { incomplete, notSaved } = messages.quizzes;

const changesScores = ({ effects }: Preview): boolean => effects.some(({ rise, fall }) => rise > 0 || fall > 0);

/** Saves a question; one whose key changes earlier scores asks first what happens to them. */
const saveOrAsk = async (
  params: QuizOfCourse,
  edited: EditedQuestion | undefined,
  { question, atMs }: { question: QuizQuestion; atMs: number | null },
): Promise<SavedQuiz | AskedChange> => {
  const place = { ...params };
  if (!edited)
    return call('POST /courses/:courseId/lectures/:lectureId/quiz/questions', {
      params: place,
      body: { question, atMs },
    });
  const one = { ...place, quizQuestionId: edited._id };
  if (edited.answers > 0) {
    const preview = await call('POST /courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId/preview', {
      params: one,
      body: { question },
    });
    if (changesScores(preview)) return { question, atMs, preview };
  }
  return call('PUT /courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId', {
    params: one,
    body: { question, atMs },
  });
};

const at = (atMs: number | null) => ({ at: atMs === null ? '' : timeOf(atMs) });
const stored = ({ question, atMs }: EditedQuestion) => ({ ...draftOf(question), ...at(atMs) });

/** The form of one question. */
export const useQuestionForm = ({ place, edited, type, atMs, media: storedMedia, onSaved }: QuestionFormNeeds) => {
  const showSaved = useShowSavedQuiz(place);
  const [asked, setAsked] = useState<AskedChange>();
  const opensNext = useRef(false);
  const emptyOf = (newType: QuizQuestionType) => ({ ...emptyDraft(newType), ...at(atMs) });
  const defaults = edited ? stored(edited) : emptyOf(type);
  const finish = async (saved: SavedQuiz): Promise<void> => {
    setAsked(undefined);
    const written = contract.form.getValues('type');
    // The server has named its new answers.
    const now = saved.quiz.questions.find(({ _id }) => _id === edited?._id);
    if (now) contract.showSaved(stored(now));
    else contract.form.reset(emptyOf(written));
    await showSaved(saved);
    onSaved(opensNext.current, written);
  };
  const contract = useContractForm({
    schema: DraftSchema,
    defaults,
    messages: { error: notSaved, incomplete },
    run: (question): Promise<SavedQuiz | AskedChange> => {
      const time = contract.form.getValues('at');
      return saveOrAsk(place, edited, { question, atMs: time === '' ? null : msOf(time) });
    },
    onSuccess: (result) => ('quiz' in result ? finish(result) : setAsked(result)),
  });
  const save = (next: boolean): void => {
    opensNext.current = next;
    void contract.submit();
  };
  return {
    ...contract,
    media: useQuestionMedia(place, storedMedia),
    asked,
    save,
    finish,
    /** Back to the form as it is. */
    returnToForm: () => setAsked(undefined),
    /** Back to the stored question. */
    putBack: () => {
      setAsked(undefined);
      contract.form.reset(defaults);
    },
  };
};

export type QuestionForm = ReturnType<typeof useQuestionForm>;
