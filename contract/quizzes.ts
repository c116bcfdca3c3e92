import { z } from 'zod';
import { file, del, get, post, put, success } from './endpoint.ts';
import { Id, Instant, MIB } from './fields.ts';
import { messages } from './messages.ts';
import {
  AttemptQuestion,
  EditedQuiz,
  QUIZ_QUESTIONS_MAX,
  QuestionFigures,
  Quiz,
  QuizAttempt,
  QuizSettings,
  Regrade,
  RegradeEffect,
  RegradePolicy,
  SavedAnswer,
  ToGrade,
} from './quiz-fields.ts';
import { QUIZ_QUESTION_TYPES, QuizQuestion } from './quiz-questions.ts';

const place = { courseId: Id, lectureId: Id };
const ofQuiz = { params: z.object(place), notFound: 'quiz_not_found' } as const;
const ofAttempt = { params: z.object({ ...place, attemptId: Id }), notFound: 'attempt_not_found' } as const;
const ofQuizQuestion = { params: z.object({ ...place, quizQuestionId: Id }), notFound: 'question_not_found' } as const;
const watch = { access: { course: 'watch' } } as const;
const edit = { access: { course: 'edit' } } as const;
const oneAttempt = success({ attempt: QuizAttempt });
const edited = success({ quiz: EditedQuiz });
/** Of a course, of one of its lectures, and of an attempt or a question in it. */
const gone = ['course_not_found', 'lecture_not_found'] as const;
const goneQuiz = [...gone, 'quiz_not_found'] as const;

export const quizzes = {
  read: get('/courses/:courseId/lectures/:lectureId/quiz', {
    ...watch,
    summary: 'Get a quiz with its rules and your attempts',
    ...ofQuiz,
    errors: gone,
    response: success({ quiz: Quiz }),
  }),
  start: post('/courses/:courseId/lectures/:lectureId/attempts', {
    ...watch,
    summary: 'Start an attempt at a quiz, or resume the one that is open',
    ...ofQuiz,
    errors: [...gone, 'no_attempts_left', 'attempt_too_early'],
    rateLimit: { perUser: 300 },
    response: oneAttempt,
  }),
  attempt: get('/courses/:courseId/lectures/:lectureId/attempts/:attemptId', {
    ...watch,
    summary: 'Get one of your attempts, with its results as far as the mode allows',
    ...ofAttempt,
    errors: gone,
    response: oneAttempt,
  }),
  save: put('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/answers', {
    ...watch,
    summary: 'Save an answer; one with a lower number than the stored one changes nothing',
    ...ofAttempt,
    body: SavedAnswer,
    errors: [...gone, 'attempt_over'],
    response: success({ seq: z.int(), savedAt: Instant, isLate: z.boolean() }),
  }),
  check: post('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/check', {
    ...watch,
    summary: 'Check an answer in practice: it is then locked, and the response has the result',
    ...ofAttempt,
    body: SavedAnswer,
    errors: [...gone, 'attempt_over', 'not_in_test'],
    response: success({ question: AttemptQuestion }),
  }),
  submit: post('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/submit', {
    ...watch,
    summary: 'Submit an attempt, with the answers that were not saved yet',
    ...ofAttempt,
    body: z.object({ answers: z.array(SavedAnswer).max(QUIZ_QUESTIONS_MAX).default([]) }),
    errors: gone,
    response: oneAttempt,
  }),
  manage: get('/courses/:courseId/lectures/:lectureId/quiz/questions', {
    ...edit,
    summary: 'Get a quiz for its editors: its questions with their keys, and its settings',
    ...ofQuiz,
    errors: gone,
    response: edited,
  }),
  saveSettings: put('/courses/:courseId/lectures/:lectureId/quiz/settings', {
    ...edit,
    summary: 'Change the rules of a quiz; attempts that have begun keep theirs',
    ...ofQuiz,
    body: QuizSettings,
    errors: gone,
    response: edited,
  }),
  add: post('/courses/:courseId/lectures/:lectureId/quiz/questions', {
    ...edit,
    summary: 'Add a question to a quiz',
    ...ofQuiz,
    body: z.object({ question: QuizQuestion }),
    errors: [...gone, 'too_many_quiz_questions'],
    status: 201,
    response: edited.extend({ questionId: z.string() }),
  }),
  preview: post('/courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId/preview', {
    ...edit,
    summary: 'Preview a change of a question: who gains, who loses, and who passes, by each way to regrade',
    ...ofQuizQuestion,
    body: z.object({ question: QuizQuestion }),
    errors: goneQuiz,
    response: success({ attempts: z.int(), people: z.int(), effects: z.array(RegradeEffect) }),
  }),
  change: put('/courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId', {
    ...edit,
    summary: 'Change a question: new attempts get the new version, and earlier ones are regraded as chosen',
    ...ofQuizQuestion,
    body: z.object({ question: QuizQuestion, policy: RegradePolicy.default('nobody_loses') }),
    errors: goneQuiz,
    response: edited,
  }),
  retire: del('/courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId', {
    ...edit,
    summary: 'Remove a question from new attempts; earlier ones still show it',
    ...ofQuizQuestion,
    errors: goneQuiz,
    response: edited,
  }),
  order: put('/courses/:courseId/lectures/:lectureId/quiz/order', {
    ...edit,
    summary: 'Put the questions of a quiz in order',
    ...ofQuiz,
    body: z.object({ questionIds: z.array(Id).max(QUIZ_QUESTIONS_MAX) }),
    errors: [...gone, 'quiz_order_outdated'],
    response: edited,
  }),
  import: post('/courses/:courseId/lectures/:lectureId/quiz/import', {
    ...edit,
    summary: 'Import questions: the good ones are saved, faulty ones are reported by line; a dry run saves nothing',
    ...ofQuiz,
    body: z.object({
      format: z.enum(['gift', 'aiken', 'csv']),
      text: z
        .string()
        .max(MIB, messages.fields.tooLong)
        .refine((value) => !value.includes('\u0000'), messages.fields.badCharacters),
      isDryRun: z.boolean().default(false),
    }),
    errors: [...gone, 'too_many_quiz_questions', 'damaged_csv'],
    response: success({
      added: z.int(),
      lines: z.array(
        z.object({
          line: z.int(),
          /** Null for a faulty one. */
          question: z.object({ type: z.enum(QUIZ_QUESTION_TYPES), text: z.string(), points: z.int() }).nullable(),
          fault: z.string().nullable(),
        }),
      ),
    }),
  }),
  export: get('/courses/:courseId/lectures/:lectureId/quiz/export', {
    ...edit,
    summary: 'Export the questions of a quiz as GIFT or JSON',
    ...ofQuiz,
    query: z.object({ format: z.enum(['gift', 'json']).default('gift') }),
    errors: gone,
    produces: 'application/octet-stream',
    response: file,
  }),
  results: get('/courses/:courseId/lectures/:lectureId/quiz/results', {
    access: { course: 'see-figures' },
    summary: 'Get the figures of a quiz by question, and the changes of scores',
    ...ofQuiz,
    errors: gone,
    response: success({
      attempts: z.int(),
      people: z.int(),
      passed: z.int(),
      questions: z.array(QuestionFigures),
      regrades: z.array(Regrade),
    }),
  }),
  exportResults: get('/courses/:courseId/lectures/:lectureId/quiz/results/export', {
    access: { course: 'see-figures' },
    summary: 'Get the attempts at a quiz as a CSV file',
    ...ofQuiz,
    errors: gone,
    produces: 'text/csv',
    response: file,
  }),
  undo: post('/courses/:courseId/lectures/:lectureId/quiz/regrades/:regradeId/undo', {
    ...edit,
    summary: 'Undo the last change of a question: its key and the scores become as they were',
    params: z.object({ ...place, regradeId: Id }),
    notFound: 'regrade_not_found',
    errors: [...goneQuiz, 'regrade_outdated'],
    response: edited,
  }),
  toGrade: get('/teach/grading', {
    access: 'user',
    summary: 'List the answers that a person grades, of the courses that you answer in, the oldest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    response: success({ answers: z.array(ToGrade), total: z.int() }),
  }),
  grade: put('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/grade', {
    access: { course: 'answer' },
    summary: 'Grade an answer, with a comment for the learner',
    ...ofAttempt,
    body: z.object({
      position: z.int().min(0).max(QUIZ_QUESTIONS_MAX),
      /** Hundredths of points, at most those of the question. */
      earned: z.int().min(0).max(10_000),
      comment: z.string().trim().max(5000).default(''),
    }),
    errors: [...goneQuiz, 'attempt_open'],
    response: success({}),
  }),
};
