import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SentencePlace } from '#contract/school/own-words.ts';

/** Where a sentence is shown. */
export const placeNames: Record<SentencePlace, MessageDescriptor> = {
  frame: msg`Every page`,
  accounts: msg`Accounts`,
  announcements: msg`Announcements`,
  authoring: msg`Curriculum`,
  batches: msg`Batches`,
  billing: msg`Payments`,
  catalog: msg`Courses`,
  certificates: msg`Certificates`,
  classroom: msg`Lectures`,
  notices: msg`Notices`,
  people: msg`People`,
  questions: msg`Questions`,
  quizzes: msg`Quizzes`,
  reviews: msg`Reviews`,
  school: msg`School`,
  teaching: msg`Teaching`,
  answers: msg`Error messages`,
  written: msg`Emails and notices`,
};
