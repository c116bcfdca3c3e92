import { z } from 'zod';
import { file, get, post, success } from '../endpoint.ts';
import { ANSWER_FILE_MAX_BYTES, Id, Instant, oneLine } from '../fields.ts';
import { messages } from '../messages.ts';
import { QUIZ_QUESTIONS_MAX } from './quiz-settings.ts';
import { AnswerFile } from './quiz-questions.ts';

const OfAttempt = z.object({ courseId: Id, lectureId: Id, attemptId: Id });

const SentFile = z.object({
  position: z.coerce.number().int().min(0).max(QUIZ_QUESTIONS_MAX),
  seq: z.coerce.number().int().min(1),
  /** As it is saved by those who grade. */
  name: oneLine(150, messages.quizzes.fileMissing),
});

/** Files with which learners answer questions. */
export const quizAnswerFiles = {
  sendFile: post('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/files', {
    access: { course: 'watch' },
    summary: 'Answer a question with a file; one with a lower number than the stored answer changes nothing',
    params: OfAttempt,
    notFound: 'attempt_not_found',
    form: { fields: SentFile, files: { file: { accept: 'any', maxBytes: ANSWER_FILE_MAX_BYTES } } },
    incomplete: messages.quizzes.fileMissing,
    errors: [
      'course_not_found',
      'lecture_not_found',
      'quiz_not_found',
      'question_not_found',
      'attempt_over',
      'question_locked',
      'file_kind_refused',
      'document_with_macros',
      'not_as_named',
    ],
    rateLimit: { perUser: 100 },
    response: success({
      seq: z.int(),
      savedAt: Instant,
      isLate: z.boolean(),
      /** Null where a newer answer is there. */
      file: AnswerFile.nullable(),
    }),
  }),
  answerFile: get('/courses/:courseId/lectures/:lectureId/attempts/:attemptId/files/:fileId', {
    access: { course: 'watch' },
    summary: 'Get a file that answers a question, as its learner or as a person who grades',
    params: OfAttempt.extend({ fileId: Id }),
    notFound: 'attempt_not_found',
    errors: ['course_not_found', 'lecture_not_found', 'file_not_found'],
    produces: 'application/octet-stream',
    response: file,
  }),
};
