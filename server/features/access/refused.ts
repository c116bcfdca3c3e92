import { partMessages } from '#contract/billing/part-messages.ts';
import type { CourseAction } from '#contract/endpoint.ts';
import { messages } from '#contract/messages.ts';
import { fail, type Failure } from '#server/errors.ts';
import type { CoursePlace } from '#server/http/endpoint/course-policy.ts';
import type { Refusal } from './policy.ts';

const hiddenErrorOf = (place: CoursePlace): Failure => {
  if ('courseId' in place || 'page' in place) return fail('course_not_found');
  if ('questionId' in place) return fail('question_not_found');
  return fail('lectureId' in place ? 'lecture_not_found' : 'upload_not_found');
};

export const factorNeeded = (action?: CourseAction): Failure =>
  fail(action === 'watch' ? 'not_entitled' : 'forbidden', { message: messages.providers.factorNeeded });

export type Refused = Refusal | 'factor_needed';

export const failureOf = (refused: Refused, action: CourseAction, place: CoursePlace): Failure => {
  if (refused === 'factor_needed') return factorNeeded(action);
  return refused === 'hidden' ? hiddenErrorOf(place) : fail(refused);
};

/** Links may be passed on, so that they name no amount. */
export const inLink = (closed: Failure): Failure =>
  closed.code === 'parts_overdue' ? fail('parts_overdue', { message: partMessages.overdueInLink }) : closed;
