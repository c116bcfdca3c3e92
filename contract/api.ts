import { accounts } from './accounts.ts';
import { addresses } from './addresses.ts';
import { adminSearch } from './admin-search.ts';
import { announcements } from './announcements.ts';
import { audit } from './audit.ts';
import { apiKeys } from './api-keys.ts';
import { attachments } from './attachments.ts';
import { attention } from './attention.ts';
import { authoring } from './authoring.ts';
import { backups } from './backups.ts';
import { catalog } from './catalog.ts';
import { certificates } from './certificates.ts';
import { coursePeople } from './course-people.ts';
import { contact } from './contact.ts';
import { consents } from './consents.ts';
import { coupons } from './coupons.ts';
import { doctor } from './doctor.ts';
import type { Endpoint } from './endpoint.ts';
import { firstSteps } from './first-steps.ts';
import { forum } from './forum.ts';
import { gifts } from './gifts.ts';
import { inbox } from './inbox.ts';
import { learning } from './learning.ts';
import { lectureThumbnails } from './lecture-thumbnails.ts';
import { lectures } from './lectures.ts';
import { notes } from './notes.ts';
import { notices } from './notices.ts';
import { offline } from './offline.ts';
import { emailTexts } from './email-texts.ts';
import { emails } from './emails.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { schoolExports } from './school-exports.ts';
import { personalData } from './personal-data.ts';
import { peopleImports } from './people-imports.ts';
import { personChanges } from './person-changes.ts';
import { plans } from './plans.ts';
import { rights } from './rights.ts';
import { providers } from './providers.ts';
import { progress } from './progress.ts';
import { calendar } from './calendar.ts';
import { podcasts } from './podcasts.ts';
import { questionQueue } from './question-queue.ts';
import { questions } from './questions.ts';
import { quizAnswerFiles } from './quiz-answer-files.ts';
import { quizResets } from './quiz-resets.ts';
import { quizzes } from './quizzes.ts';
import { rewinds } from './rewinds.ts';
import { recovery } from './recovery.ts';
import { reports } from './reports.ts';
import { reviews } from './reviews.ts';
import { sales } from './sales.ts';
import { factors } from './factors.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { pageBlocks } from './page-blocks.ts';
import { sitePages } from './site-pages.ts';
import { stats } from './stats.ts';
import { system } from './system.ts';
import { teachers } from './teachers.ts';
import { teaching } from './teaching.ts';
import { uploads } from './uploads.ts';
import { video } from './video.ts';
import { webhooks } from './webhooks.ts';

export const API_PREFIX = '/api/v1';

/** Every endpoint, by feature. */
export const api = {
  accounts,
  sessions,
  factors,
  addresses,
  providers,
  catalog,
  lectures,
  authoring,
  teachers,
  coursePeople,
  teaching,
  attachments,
  lectureThumbnails,
  progress,
  learning,
  notes,
  questions,
  questionQueue,
  quizzes,
  quizAnswerFiles,
  quizResets,
  notices,
  announcements,
  rewinds,
  offline,
  calendar,
  podcasts,
  forum,
  reviews,
  certificates,
  uploads,
  video,
  plans,
  rights,
  payments,
  coupons,
  gifts,
  sales,
  recovery,
  people,
  personalData,
  reports,
  peopleImports,
  personChanges,
  attention,
  firstSteps,
  contact,
  inbox,
  stats,
  setup,
  settings,
  pageBlocks,
  sitePages,
  emailTexts,
  outbox: emails,
  doctor,
  backups,
  system,
  adminSearch,
  audit,
  apiKeys,
  schoolExports,
  webhooks,
  consents,
};

type Values<T> = T[keyof T];
type AllEndpoints = Values<{ [F in keyof typeof api]: Values<(typeof api)[F]> }>;

/** Endpoints by `METHOD /path`, for a client that imports only types. */
export type EndpointsByName = { [E in AllEndpoints as `${E['method']} ${E['path']}`]: E };

export const allEndpoints = (): Endpoint[] => Object.values(api).flatMap((feature) => Object.values<Endpoint>(feature));
