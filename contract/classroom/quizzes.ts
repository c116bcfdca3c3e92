import { z } from 'zod';
import { file, del, get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, MIB, pageOf, searchTerm } from '../fields.ts';
import { VideoMs } from './progress.ts';
import { QuizAccommodation, QuizPerson } from './quiz-accommodations.ts';
import {
  AttemptQuestion,
  EditedQuiz,
  QuestionFigures,
  QuestionsAtMoments,
  Quiz,
  QuizAttempt,
  Regrade,
  RegradeEffect,
  RegradePolicy,
  FailedQuestion,
  SavedAnswer,
  SubmittedAttempt,
  ToGrade,
} from './quiz-fields.ts';
import { SubmittedAnswer, QuizQuestion } from './quiz-questions.ts';
import { QUIZ_QUESTIONS_MAX, QuizSettings } from './quiz-settings.ts';
import { importedQuestions, QuizImport } from './quiz-import.ts';
import { QuizReset } from './quiz-resets.ts';
import { messages } from '../messages.ts';
import { inLanguage } from '../school/languages.ts';

const place = { courseId: Id, lectureId: Id };
const ofQuiz = { params: z.object(place), notFound: 'quiz_not_found' } as const;
const ofAttempt = { params: z.object({ ...place, attemptId: Id }), notFound: 'attempt_not_found' } as const;
const ofQuizQuestion = { params: z.object({ ...place, quizQuestionId: Id }), notFound: 'question_not_found' } as const;
const paged = z.object({
  ...pageOf(50),
});
const watch = { access: { course: 'watch' } } as const;
const edit = { access: { course: 'edit' } } as const;
const change = { ...edit, audit: 'quiz_changed' } as const;
const query = z.object(inLanguage);
const oneAttempt = { attempt: QuizAttempt };
const edited = { quiz: EditedQuiz };
const written = z.object({
  question: QuizQuestion,
  /** The moment of a video or a sound at which it appears; null in a quiz, and to leave it where it is. */
  atMs: VideoMs.nullable().default(null),
});
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
    query,
    errors: [...gone, 'no_attempts_left', 'attempt_too_early', 'quiz_not_open', 'quiz_closed'],
    rateLimit: { perUser: 300 },
    response: saying('Attempt', oneAttempt),
  }),
  attempt: get('/courses/:courseId/lectures/:lectureId/attempts/:attemptId', {
    ...watch,
    summary: 'Get one of your attempts, with its results as far as the mode allows',
    ...ofAttempt,
    query,
    errors: gone,
    response: success(oneAttempt),
  }),
  save: put('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/answers', {
    ...watch,
    summary: 'Save an answer; one with a lower number than the stored one changes nothing',
    ...ofAttempt,
    body: SavedAnswer,
    errors: [...gone, 'attempt_over', 'question_locked'],
    response: success({ seq: z.int(), savedAt: Instant, isLate: z.boolean() }),
  }),
  check: post('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/check', {
    ...watch,
    summary:
      'Check an answer in practice: it is then locked, and the response has the result. In a test that cannot go back, lock it and get to the next question',
    ...ofAttempt,
    query,
    body: SavedAnswer,
    errors: [...gone, 'attempt_over', 'question_locked', 'not_in_test'],
    response: saying('Answer checked', { question: AttemptQuestion }),
  }),
  submit: post('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/submit', {
    ...watch,
    summary: 'Submit an attempt, with the answers that were not saved yet',
    ...ofAttempt,
    query,
    body: z.object({ answers: z.array(SavedAnswer).max(QUIZ_QUESTIONS_MAX).default([]) }),
    errors: gone,
    response: saying('Quiz submitted', oneAttempt),
  }),
  moments: get('/courses/:courseId/lectures/:lectureId/moments', {
    ...watch,
    summary: 'List the questions at moments of a video, and which of them you have answered',
    params: z.object(place),
    query,
    errors: gone,
    response: success(QuestionsAtMoments.shape),
  }),
  answerMoment: post('/courses/:courseId/lectures/:lectureId/moments/:quizQuestionId/answer', {
    ...watch,
    summary: 'Answer a question at a moment of a video: it is graded, and the response has the result',
    ...ofQuizQuestion,
    query,
    body: z.object({ answer: SubmittedAnswer }),
    errors: gone,
    rateLimit: { perUser: 300 },
    response: saying('Answer checked', { question: AttemptQuestion }),
  }),
  manage: get('/courses/:courseId/lectures/:lectureId/quiz/questions', {
    ...edit,
    summary: 'Get a quiz for its editors: its questions with their keys, and its settings',
    ...ofQuiz,
    errors: gone,
    response: success(edited),
  }),
  saveSettings: put('/courses/:courseId/lectures/:lectureId/quiz/settings', {
    ...change,
    summary: 'Change the rules of a quiz; attempts that have begun keep theirs',
    ...ofQuiz,
    body: QuizSettings,
    errors: gone,
    response: saying(messages.quizzes.saved, edited),
  }),
  add: post('/courses/:courseId/lectures/:lectureId/quiz/questions', {
    ...change,
    summary: 'Add a question to a quiz',
    ...ofQuiz,
    body: written,
    errors: [...gone, 'too_many_quiz_questions', 'file_in_video', 'explained_elsewhere'],
    status: 201,
    response: saying('Question added', { ...edited, questionId: z.string() }),
  }),
  preview: post('/courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId/preview', {
    ...edit,
    summary: 'Preview a change of a question: who gains, who loses, and who passes, by each way to regrade',
    ...ofQuizQuestion,
    body: z.object({ question: QuizQuestion }),
    errors: goneQuiz,
    response: saying('Effect of the change', { attempts: z.int(), people: z.int(), effects: z.array(RegradeEffect) }),
  }),
  change: put('/courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId', {
    ...change,
    summary: 'Change a question: new attempts get the new version, and earlier ones are regraded as chosen',
    ...ofQuizQuestion,
    body: written.extend({ policy: RegradePolicy.default('nobody_loses') }),
    errors: [...goneQuiz, 'file_in_video', 'explained_elsewhere'],
    response: saying(messages.quizzes.saved, edited),
  }),
  retire: del('/courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId', {
    ...change,
    summary: 'Remove a question from new attempts; earlier ones still show it',
    ...ofQuizQuestion,
    errors: goneQuiz,
    response: saying('Question removed. Earlier attempts still show it.', edited),
  }),
  order: put('/courses/:courseId/lectures/:lectureId/quiz/order', {
    ...change,
    summary: 'Put the questions of a quiz in order',
    ...ofQuiz,
    body: z.object({ questionIds: z.array(Id).max(QUIZ_QUESTIONS_MAX) }),
    errors: [...gone, 'quiz_order_outdated'],
    response: saying(messages.quizzes.saved, edited),
  }),
  import: post('/courses/:courseId/lectures/:lectureId/quiz/import', {
    ...change,
    summary: 'Import questions: the good ones are saved, faulty ones are reported by line; a dry run saves nothing',
    ...ofQuiz,
    bodyMaxBytes: 4 * MIB,
    body: QuizImport,
    errors: [...gone, 'too_many_quiz_questions'],
    response: importedQuestions,
  }),
  export: get('/courses/:courseId/lectures/:lectureId/quiz/export', {
    ...edit,
    audit: 'data_exported',
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
      resets: z.array(QuizReset),
    }),
  }),
  submittedAttempts: get('/courses/:courseId/lectures/:lectureId/quiz/attempts', {
    access: { course: 'see-figures' },
    summary: 'List the submitted attempts at a quiz by person, the latest first',
    ...ofQuiz,
    query: paged,
    errors: gone,
    response: success({ attempts: z.array(SubmittedAttempt), total: z.int() }),
  }),
  submittedAttempt: get('/courses/:courseId/lectures/:lectureId/quiz/attempts/:attemptId', {
    access: { course: 'see-figures' },
    summary: 'Get a submitted attempt of a learner, with the right answers',
    ...ofAttempt,
    errors: gone,
    response: success({ person: SubmittedAttempt.shape.person, attempt: QuizAttempt }),
  }),
  failedInWeek: get('/teach/failed-questions', {
    access: 'user',
    summary: 'List the questions of your courses that most answers of this week, or of the last one, got wrong',
    query: z.object({ week: z.enum(['this', 'last']).default('this'), courseId: Id.optional() }),
    errors: ['forbidden'],
    response: success({ questions: z.array(FailedQuestion) }),
  }),
  exportResults: get('/courses/:courseId/lectures/:lectureId/quiz/results/export', {
    access: { course: 'see-figures' },
    audit: 'data_exported',
    summary: 'Get the attempts at a quiz as a CSV file: one line each, with the answers to every question',
    ...ofQuiz,
    errors: gone,
    produces: 'text/csv',
    response: file,
  }),
  undo: post('/courses/:courseId/lectures/:lectureId/quiz/regrades/:regradeId/undo', {
    ...change,
    summary: 'Undo the last change of a question: its key and the scores become as they were',
    params: z.object({ ...place, regradeId: Id }),
    notFound: 'regrade_not_found',
    errors: [...goneQuiz, 'regrade_outdated'],
    response: saying('The change of the scores was undone', edited),
  }),
  toGrade: get('/teach/grading', {
    access: 'user',
    summary: 'List the answers that a person grades, of the courses that you answer in, the oldest first',
    query: paged,
    errors: ['forbidden'],
    response: success({ answers: z.array(ToGrade), total: z.int() }),
  }),
  grade: put('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/grade', {
    access: { course: 'answer' },
    audit: 'answer_graded',
    summary: 'Grade an answer, with a comment for the learner',
    ...ofAttempt,
    body: z.object({
      position: z.int().min(0).max(QUIZ_QUESTIONS_MAX),
      /** Hundredths of points, at most those of the question. */
      earned: z.int().min(0).max(10_000),
      comment: z.string().trim().max(5000).default(''),
    }),
    errors: [...goneQuiz, 'attempt_open'],
    response: saying('Graded', {}),
  }),
  decideLate: put('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/late', {
    access: { course: 'answer' },
    audit: 'answer_graded',
    summary: 'Accept an answer that arrived after the end in the place of the one that counts, or leave it out',
    ...ofAttempt,
    body: z.object({ position: z.int().min(0).max(QUIZ_QUESTIONS_MAX), isAccepted: z.boolean() }),
    errors: [...goneQuiz, 'attempt_open'],
    response: success({}),
  }),
  people: get('/courses/:courseId/lectures/:lectureId/quiz/people', {
    access: { course: 'see-figures' },
    summary: 'List the learners of a course with their attempts at a quiz, and what they get beyond its rules',
    ...ofQuiz,
    query: paged.extend({ search: searchTerm.default(''), limit: paged.shape.limit.unwrap().default(20) }),
    errors: gone,
    response: success({ people: z.array(QuizPerson), total: z.int() }),
  }),
  accommodate: put('/courses/:courseId/lectures/:lectureId/quiz/people/:userId', {
    ...change,
    summary: 'Give one learner more time and more attempts; an attempt that is open gets the time too',
    params: z.object({ ...place, userId: Id }),
    notFound: 'person_not_found',
    /** What is not sent stays. */
    body: QuizAccommodation.partial(),
    errors: goneQuiz,
    response: saying(messages.quizzes.accommodated, {}),
  }),
};
