import { accounts } from './accounts/accounts.ts';
import { addresses } from './accounts/addresses.ts';
import { adminSearch } from './school/admin-search.ts';
import { announcements } from './announcements/announcements.ts';
import { audit } from './school/audit.ts';
import { apiKeys } from './accounts/api-keys.ts';
import { attachments } from './classroom/attachments.ts';
import { attention } from './school/attention.ts';
import { authoring } from './catalog/authoring.ts';
import { backups } from './school/backups.ts';
import { batches } from './batches/batches.ts';
import { batchMembers } from './batches/batch-members.ts';
import { catalog } from './catalog/catalog.ts';
import { certificates } from './certificates/certificates.ts';
import { courseLearners } from './teaching/course-learners.ts';
import { coursePrices } from './billing/course-prices.ts';
import { coursePeople } from './access/course-people.ts';
import { contact } from './school/contact.ts';
import { consents } from './accounts/consents.ts';
import { coupons } from './billing/coupons.ts';
import { doctor } from './school/doctor.ts';
import type { Endpoint } from './endpoint.ts';
import { extensions } from './access/extensions.ts';
import { firstSteps } from './catalog/first-steps.ts';
import { forum } from './accounts/forum.ts';
import { gifts } from './billing/gifts.ts';
import { inbox } from './school/inbox.ts';
import { learning } from './classroom/learning.ts';
import { lectureThumbnails } from './classroom/lecture-thumbnails.ts';
import { lectures } from './classroom/lectures.ts';
import { moments } from './classroom/moments.ts';
import { notes } from './classroom/notes.ts';
import { notices } from './notices/notices.ts';
import { offline } from './classroom/offline.ts';
import { ownWords } from './school/own-words.ts';
import { emailTexts } from './school/email-texts.ts';
import { emails } from './school/emails.ts';
import { overview } from './school/overview.ts';
import { parts } from './billing/parts.ts';
import { payments } from './billing/payments.ts';
import { people } from './people/people.ts';
import { schoolExports } from './school/school-exports.ts';
import { personalData } from './personal-data/personal-data.ts';
import { peopleImports } from './people/people-imports.ts';
import { personChanges } from './people/person-changes.ts';
import { plans } from './billing/plans.ts';
import { release } from './access/release.ts';
import { rights } from './access/rights.ts';
import { providers } from './accounts/providers.ts';
import { progress } from './classroom/progress.ts';
import { calendar } from './classroom/calendar.ts';
import { podcasts } from './classroom/podcasts.ts';
import { questionQueue } from './classroom/question-queue.ts';
import { questions } from './classroom/questions.ts';
import { quizAnswerFiles } from './classroom/quiz-answer-files.ts';
import { quizResets } from './classroom/quiz-resets.ts';
import { quizzes } from './classroom/quizzes.ts';
import { recall } from './classroom/recall.ts';
import { rewinds } from './classroom/rewinds.ts';
import { watermarks } from './classroom/watermark.ts';
import { recovery } from './billing/recovery.ts';
import { reports } from './billing/reports.ts';
import { reviews } from './reviews/reviews.ts';
import { sales } from './billing/sales.ts';
import { factors } from './accounts/factors.ts';
import { sessions } from './accounts/sessions.ts';
import { settings } from './school/settings.ts';
import { setup } from './school/setup.ts';
import { pageBlocks } from './catalog/page-blocks.ts';
import { sitePages } from './school/site-pages.ts';
import { stats } from './school/stats.ts';
import { system } from './school/system.ts';
import { teachers } from './catalog/teachers.ts';
import { teaching } from './teaching/teaching.ts';
import { translations } from './catalog/translations.ts';
import { uploads } from './classroom/uploads.ts';
import { video } from './classroom/video.ts';
import { ways } from './billing/ways.ts';
import { webhooks } from './school/webhooks.ts';

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
  batches,
  batchMembers,
  release,
  teaching,
  courseLearners,
  attachments,
  lectureThumbnails,
  progress,
  learning,
  moments,
  notes,
  questions,
  questionQueue,
  quizzes,
  recall,
  quizAnswerFiles,
  quizResets,
  notices,
  announcements,
  rewinds,
  offline,
  watermarks,
  calendar,
  podcasts,
  forum,
  reviews,
  certificates,
  uploads,
  video,
  plans,
  coursePrices,
  rights,
  payments,
  parts,
  ways,
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
  overview,
  setup,
  settings,
  pageBlocks,
  translations,
  sitePages,
  emailTexts,
  ownWords,
  outbox: emails,
  doctor,
  extensions,
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
