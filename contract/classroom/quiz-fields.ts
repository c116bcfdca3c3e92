import { z } from 'zod';
import { Instant } from '../fields.ts';
import { QUIZ_QUESTIONS_MAX, QuizMode, QuizSettings, ResultVisibility } from './quiz-settings.ts';
import { RichText } from '../rich-text.ts';
import {
  AnswerFile,
  AskedQuestion,
  SubmittedAnswer,
  QUIZ_QUESTION_TYPES,
  QuizAnswer,
  StoredQuestion,
} from './quiz-questions.ts';

/** What the network delays at the end of a test by so much still counts. */
export const LATE_MS = 60_000;
const CHANGED_SCORES_MAX = 200;

/** `waiting` is for a person who grades. */
export const AttemptState = z.enum(['open', 'waiting', 'graded']);

/** Hundredths of points; `percent` is from 0 to 100. */
const Score = z.object({ earned: z.int(), points: z.int(), percent: z.int(), hasPassed: z.boolean() });
export type QuizScore = z.output<typeof Score>;

const Moment = z.object({
  lectureId: z.string(),
  title: z.string(),
  number: z.int(),
  fromMs: z.int(),
  toMs: z.int(),
  /** Whether this learner watched it. */
  hasWatched: z.boolean(),
});
export type QuizMoment = z.output<typeof Moment>;

const ItemResult = z.object({
  /** Null while the marks stay unknown. */
  verdict: z.enum(['right', 'partly', 'wrong', 'waiting']).nullable(),
  /** Hundredths of points, below 0 where a wrong answer takes some away; null while it waits for a person. */
  earned: z.int().nullable(),
  /** Of the person who graded it. */
  comment: z.string(),
  /** Which gaps or pairs are right; none for other questions, and while the marks stay unknown. */
  parts: z.array(z.boolean()).default([]),
  /** Null where neither the right answers nor the explanations may be seen. */
  solution: z
    .object({
      /** Ids of the right options, or the right order; null where the right answers stay unknown. */
      choices: z.array(z.string()).nullable(),
      /** The right answers as texts; null as `choices`. */
      texts: z.array(z.string()).nullable(),
      /** About the chosen options. */
      remarks: z.array(z.string()),
      explanation: RichText,
      explainedAt: Moment.nullable(),
    })
    .nullable(),
});
export type QuizItemResult = z.output<typeof ItemResult>;

export const AttemptQuestion = AskedQuestion.extend({
  position: z.int(),
  /** Its text, with the gaps `{{1}}`, `{{2}}` as they are written. */
  blocks: RichText,
  answer: QuizAnswer,
  /** Of the answer that is stored; the next one has a higher number. */
  seq: z.int(),
  /** It is checked, and cannot be changed. */
  isLocked: z.boolean(),
  /** Another answer arrived after the end: it is kept, and does not count. */
  isLate: z.boolean(),
  /** Null before the mode allows it. */
  result: ItemResult.nullable(),
});
export type AttemptQuestion = z.output<typeof AttemptQuestion>;

export const QuizAttempt = z.object({
  _id: z.string(),
  number: z.int(),
  state: AttemptState,
  mode: QuizMode,
  /** As the rules were when it began. */
  passPercent: z.int(),
  isOnePage: z.boolean(),
  /** Otherwise a question is locked once the next one is shown, and `check` shows it. */
  canGoBack: z.boolean(),
  showsScore: ResultVisibility,
  startedAt: Instant,
  deadlineAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  /** The time of the server, which counts. */
  now: Instant,
  /** The number of questions. While an attempt is open that cannot go back, `questions` ends with the one to answer. */
  count: z.int(),
  questions: z.array(AttemptQuestion),
  /** Null before it is submitted, while a person grades, and while it may not be seen. */
  score: Score.nullable(),
  /** A teacher has reset it: it counts nowhere. */
  reset: z.object({ at: Instant, reason: z.string() }).nullable(),
});
export type QuizAttempt = z.output<typeof QuizAttempt>;

export const Quiz = z.object({
  lectureId: z.string(),
  title: z.string(),
  settings: QuizSettings,
  /** How many an attempt has. */
  questions: z.int(),
  /** Of an attempt; where questions are drawn, of one with average questions. */
  points: z.int(),
  attempts: z.array(
    z.object({
      _id: z.string(),
      number: z.int(),
      state: AttemptState,
      submittedAt: Instant.nullable(),
      score: Score.nullable(),
      isReset: z.boolean(),
    }),
  ),
  openAttemptId: z.string().nullable(),
  /** Null for any number. */
  attemptsLeft: z.int().nullable(),
  /** Whether attempts may begin now, by the window of the quiz. */
  availability: z.enum(['not_yet', 'open', 'closed']),
  /** When the next attempt may begin; null for now. */
  nextAt: Instant.nullable(),
  /** What counts of the attempts; null without one, and while it may not be seen. */
  percent: z.int().nullable(),
  hasPassed: z.boolean(),
});
export type Quiz = z.output<typeof Quiz>;

/** A question of a video or a sound, which pauses there. */
const QuestionAtMoment = z.object({
  _id: z.string(),
  atMs: z.int(),
  /** This learner has answered it at least once. */
  isAnswered: z.boolean(),
  question: AttemptQuestion,
});
export type QuestionAtMoment = z.output<typeof QuestionAtMoment>;
export const QuestionsAtMoments = z.object({ canSkip: z.boolean(), moments: z.array(QuestionAtMoment) });

const EditedQuestion = z.object({
  _id: z.string(),
  question: StoredQuestion,
  /** The moment of a video or a sound; null in a quiz. */
  atMs: z.int().nullable(),
  version: z.int(),
  answers: z.int(),
});
export type EditedQuestion = z.output<typeof EditedQuestion>;

export const EditedQuiz = z.object({
  lectureId: z.string(),
  title: z.string(),
  settings: QuizSettings,
  /** The questions appear at moments of a video or a sound. */
  areAtMoments: z.boolean(),
  questions: z.array(EditedQuestion),
  points: z.int(),
  attempts: z.int(),
  people: z.int(),
  /** Addresses of the pictures and sounds in its questions, by name. */
  media: z.record(z.string(), z.string()),
});
export type EditedQuiz = z.output<typeof EditedQuiz>;

/** What happens to earlier attempts when the key or the points of a question change. */
export const RegradePolicy = z.enum(['nobody_loses', 'new_only', 'full_credit', 'leave']);
export type RegradePolicy = z.output<typeof RegradePolicy>;

export const RegradeEffect = z.object({
  policy: RegradePolicy,
  rise: z.int(),
  fall: z.int(),
  stay: z.int(),
  /** People who pass now, and people who no longer do. */
  nowPass: z.int(),
  noLongerPass: z.int(),
  /** The first changed scores. */
  changes: z
    .array(
      z.object({
        attemptId: z.string(),
        fullName: z.string(),
        before: Score,
        after: Score,
        nowPasses: z.boolean(),
        noLongerPasses: z.boolean(),
      }),
    )
    .max(CHANGED_SCORES_MAX),
});
export type RegradeEffect = z.output<typeof RegradeEffect>;
export const SHOWN_CHANGES_MAX = CHANGED_SCORES_MAX;

export const QuestionFigures = z.object({
  _id: z.string(),
  text: z.string(),
  type: z.enum(QUIZ_QUESTION_TYPES),
  answers: z.int(),
  /** Of those, how many a person still grades. */
  toGrade: z.int(),
  /** Of the graded answers, from 0 to 100. */
  rightPercent: z.int(),
  /** From −1 to 1: whether those who know more get it right; null with too few answers. */
  discrimination: z.number().nullable(),
  chosen: z.array(z.object({ text: z.string(), isCorrect: z.boolean(), people: z.int() })),
});
export type QuestionFigures = z.output<typeof QuestionFigures>;

/** An attempt as the teachers of the course see it. */
export const SubmittedAttempt = z.object({
  _id: z.string(),
  person: z.object({ _id: z.string(), fullName: z.string() }),
  number: z.int(),
  state: AttemptState,
  submittedAt: Instant.nullable(),
  score: Score.nullable(),
  isReset: z.boolean(),
});
export type SubmittedAttempt = z.output<typeof SubmittedAttempt>;

/** A question that many did not get right. */
export const FailedQuestion = z.object({
  _id: z.string(),
  text: z.string(),
  answers: z.int(),
  wrong: z.int(),
  course: z.object({ _id: z.string(), title: z.string() }),
  lecture: z.object({ _id: z.string(), title: z.string() }),
});
export type FailedQuestion = z.output<typeof FailedQuestion>;

export const Regrade = z.object({
  _id: z.string(),
  text: z.string(),
  policy: RegradePolicy,
  changedAt: Instant,
  rise: z.int(),
  fall: z.int(),
  isUndone: z.boolean(),
});
export type Regrade = z.output<typeof Regrade>;

export const ToGrade = z.object({
  attemptId: z.string(),
  position: z.int(),
  author: z.string(),
  authorId: z.string(),
  question: RichText,
  guidance: z.string(),
  answer: z.string(),
  /** What arrived after the end, and does not count unless it is accepted; null without one. */
  lateAnswer: z.string().nullable(),
  /** Of an answer that is a file, and of the late one. */
  file: AnswerFile.nullable(),
  lateFile: AnswerFile.nullable(),
  /** Whether a person has to grade it; otherwise only the late answer waits. */
  isUngraded: z.boolean(),
  points: z.int(),
  course: z.object({ _id: z.string(), title: z.string() }),
  lecture: z.object({ _id: z.string(), title: z.string() }),
  submittedAt: Instant,
});
export type ToGrade = z.output<typeof ToGrade>;

export const SavedAnswer = z.object({
  position: z.int().min(0).max(QUIZ_QUESTIONS_MAX),
  answer: SubmittedAnswer,
  seq: z.int().min(1),
});
export type SavedAnswer = z.output<typeof SavedAnswer>;
