import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { CourseRole } from '../access/course-people.ts';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, MediaLink, pageOf, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { VideoMs } from './progress.ts';
import { MATCH_MAX_LENGTH, QUESTION_MAX_LENGTH, SENT_AGAIN_MAX_MS } from './question-length.ts';

export const ANSWERS_PER_QUESTION_MAX = 200;
/** So many reports hide a question or an answer until the staff has looked at it. */
export const REPORTS_TO_HIDE = 3;
/** An account is new for so long: it writes less, and what it writes with a link waits for the staff. */
export const NEW_ACCOUNT_DAYS = 7;
export const POSTS_A_DAY = { newAccount: 10, account: 100 } as const;

/** Who wrote it, by name; `role` only for those who work on the course or the school. */
const Author = z.object({
  fullName: z.string(),
  avatar: MediaLink,
  role: CourseRole.or(z.literal('admin')).nullable(),
});

/** `held` waits for the staff because of a link, `reported` because of reports; the staff hides, the author deletes. */
export const Standing = z.enum(['shown', 'held', 'reported', 'hidden', 'deleted']);
export type Standing = z.output<typeof Standing>;

const Post = z.object({
  _id: z.string(),
  author: Author,
  isMine: z.boolean(),
  /** Empty for those who may not read it. */
  text: z.string(),
  createdAt: Instant,
  isEdited: z.boolean(),
  standing: Standing,
  /** Why the staff hid it. */
  reason: z.string(),
  /** Only for the asker and the staff. */
  isPrivate: z.boolean(),
});

export const Answer = Post.extend({
  isAccepted: z.boolean(),
  /** The moment of the video that answers. */
  atMs: z.int().nullable(),
  /** What is said there; empty without captions. */
  said: z.string(),
  /** The earlier question that has the answer. */
  sameAs: z.object({ _id: z.string(), lectureId: z.string(), text: z.string() }).nullable(),
});
export type Answer = z.output<typeof Answer>;

export const Question = Post.extend({
  lectureId: z.string(),
  /** The moment of the video that it is about. */
  atMs: z.int().nullable(),
  /** The moment that it was about, where the present video is shorter. */
  wasAtMs: z.int().nullable(),
  votes: z.int(),
  hasVoted: z.boolean(),
  isFollowed: z.boolean(),
  isAnswered: z.boolean(),
  answerCount: z.int(),
  /** The accepted one first, then the oldest; a list has up to three. */
  answers: z.array(Answer),
});
export type Question = z.output<typeof Question>;

export const QuestionOrder = z.enum(['moment', 'newest', 'waiting']);
export type QuestionOrder = z.output<typeof QuestionOrder>;

const NewQuestion = z.object({
  text: text(QUESTION_MAX_LENGTH, messages.questions.textMissing),
  atMs: VideoMs.nullable().optional(),
  isPrivate: z.boolean().default(false),
  /** How long ago it was written, where it was not sent at once: the same question since then is this one, sent again. */
  writtenMsAgo: z.int().min(0).max(SENT_AGAIN_MAX_MS).optional(),
});
export type NewQuestion = z.output<typeof NewQuestion>;

/** A text, a moment of the video, or an earlier question that has the answer. */
const NewAnswer = z.object({
  text: z.literal('').or(text(QUESTION_MAX_LENGTH, messages.questions.answerMissing)).default(''),
  atMs: VideoMs.nullable().optional(),
  sameAs: Id.nullable().optional(),
  isPrivate: z.boolean().default(false),
});
export type NewAnswer = z.output<typeof NewAnswer>;

/** What was said or asked before; `found` are the words in it that match. */
const Match = z.object({ text: z.string(), found: z.array(z.string()) });
export const MatchingQuestion = Match.extend({
  _id: z.string(),
  lectureId: z.string(),
  author: z.string(),
  createdAt: Instant,
  isAnswered: z.boolean(),
  answerCount: z.int(),
});
export type MatchingQuestion = z.output<typeof MatchingQuestion>;
export const CaptionMatch = Match.extend({ atMs: z.int() });
export type CaptionMatch = z.output<typeof CaptionMatch>;
export const MATCHES_MAX = 2;

const ofLecture = { params: z.object({ courseId: Id, lectureId: Id }), notFound: 'lecture_not_found' } as const;
const ofQuestion = { params: z.object({ questionId: Id }), notFound: 'question_not_found' } as const;
const ofAnswer = { params: z.object({ questionId: Id, answerId: Id }), notFound: 'question_not_found' } as const;
const watch = { access: { course: 'watch' } } as const;
const one = { question: Question };
const isOn = z.object({ isOn: z.boolean() });
const off = ['questions_off'] as const;
const ofNoCourse = [...off, 'course_not_found'] as const;
const whichPost = z.object({ answerId: Id.nullable().optional() });

export const questions = {
  ask: post('/courses/:courseId/lectures/:lectureId/questions', {
    ...watch,
    summary: 'Ask about a lecture, at a moment of its video or none, everyone or only the staff',
    ...ofLecture,
    body: NewQuestion,
    incomplete: messages.questions.textMissing,
    errors: [...ofNoCourse, 'too_many_posts'],
    rateLimit: { perUser: 30 },
    status: 201,
    response: saying('Question sent', one),
  }),
  list: get('/courses/:courseId/lectures/:lectureId/questions', {
    ...watch,
    summary: 'List the questions about a lecture that you may read, with their first answers',
    ...ofLecture,
    query: z.object({
      order: QuestionOrder.default('moment'),
      ...pageOf(50),
    }),
    errors: ofNoCourse,
    response: success({
      questions: z.array(Question),
      total: z.int(),
      /** The median time to an answer in this course; null before the first. */
      medianMs: z.int().nullable(),
      isStaff: z.boolean(),
    }),
  }),
  matches: get('/courses/:courseId/lectures/:lectureId/questions/matches', {
    ...watch,
    summary: 'Find what was asked and said before, while a question is written',
    ...ofLecture,
    query: z.object({ text: text(MATCH_MAX_LENGTH, messages.questions.textMissing) }),
    errors: ofNoCourse,
    rateLimit: { perUser: 600 },
    response: success({ questions: z.array(MatchingQuestion), moments: z.array(CaptionMatch) }),
  }),
  mine: get('/courses/:courseId/questions', {
    access: 'user',
    summary: 'List your questions about a course, also when your access has ended',
    ...ofCourse,
    errors: off,
    response: success({ questions: z.array(Question) }),
  }),
  read: get('/questions/:questionId', {
    ...watch,
    summary: 'Get a question with all its answers',
    ...ofQuestion,
    errors: off,
    response: success(one),
  }),
  edit: put('/questions/:questionId', {
    ...watch,
    summary: 'Change the text of your question; earlier texts are kept for the staff',
    ...ofQuestion,
    body: NewQuestion.pick({ text: true }),
    incomplete: messages.questions.textMissing,
    errors: [...off, 'too_many_posts'],
    rateLimit: { perUser: 60 },
    response: saying('Saved', one),
  }),
  remove: del('/questions/:questionId', {
    ...watch,
    summary: 'Delete your question; with answers, a placeholder stays',
    ...ofQuestion,
    errors: off,
    response: saying('Deleted', {}),
  }),
  answer: post('/questions/:questionId/answers', {
    ...watch,
    summary: 'Answer a question: with a text, a moment of the video, or an earlier question',
    ...ofQuestion,
    body: NewAnswer,
    errors: [...off, 'too_many_posts', 'too_many_answers'],
    rateLimit: { perUser: 120 },
    status: 201,
    response: saying(messages.questions.answered, one),
  }),
  editAnswer: put('/questions/:questionId/answers/:answerId', {
    ...watch,
    summary: 'Change the text of your answer; earlier texts are kept for the staff',
    ...ofAnswer,
    body: NewQuestion.pick({ text: true }),
    errors: [...off, 'too_many_posts'],
    rateLimit: { perUser: 60 },
    response: saying('Saved', one),
  }),
  removeAnswer: del('/questions/:questionId/answers/:answerId', {
    ...watch,
    summary: 'Delete your answer',
    ...ofAnswer,
    errors: off,
    response: saying('Deleted', one),
  }),
  accept: put('/questions/:questionId/accepted', {
    ...watch,
    summary: 'Mark an answer as the accepted one, or none: for the asker and the staff',
    ...ofQuestion,
    body: z.object({ answerId: Id.nullable() }),
    errors: [...off, 'forbidden'],
    response: success(one),
  }),
  vote: put('/questions/:questionId/vote', {
    ...watch,
    summary: 'Vote for a question, or take the vote back',
    ...ofQuestion,
    body: isOn,
    errors: off,
    rateLimit: { perUser: 300 },
    response: saying('Vote saved', one),
  }),
  follow: put('/questions/:questionId/follow', {
    ...watch,
    summary: 'Follow the answers to a question, or stop following',
    ...ofQuestion,
    body: isOn,
    errors: off,
    rateLimit: { perUser: 300 },
    response: success(one),
  }),
  report: post('/questions/:questionId/reports', {
    ...watch,
    summary: 'Report a question or an answer to the staff; three reports hide it until they have looked',
    ...ofQuestion,
    body: whichPost,
    errors: off,
    rateLimit: { perUser: 30 },
    response: saying('Reported. The school will look at it.', {}),
  }),
  moderate: put('/questions/:questionId/moderation', {
    access: { course: 'answer' },
    audit: 'question_moderated',
    summary: 'Hide a question or an answer with a reason, or show it',
    ...ofQuestion,
    body: whichPost.extend({
      isHidden: z.boolean(),
      reason: z.literal('').or(text(200, messages.questions.reasonMissing)).default(''),
    }),
    errors: off,
    response: success(one),
  }),
};
