import { QueryClient, queryOptions } from '@tanstack/react-query';
import { type EndpointName, type ErrorOf, request, type ResponseOf, type Rest } from './call.ts';

/** The key of each query. A shorter key also stands for every key that begins with it, as in `invalidateQueries`. */
export const queryKeys = {
  ownUser: ['own-user'],
  ownPurchases: ['own-purchases'],
  ownGifts: ['own-gifts'],
  rights: ['own-rights'],
  renewals: ['own-rights', 'renewals'],
  courseNotes: (courseId: string) => ['notes', 'course', courseId],
  giftOfLink: (token: string) => ['gift-of-link', token],
  paymentKey: ['checkout', 'key'],
  checkoutAttempt: (order: object) => ['checkout', 'attempt', order],

  planPrice: (planId: string) => ['plans', 'price', planId],
  adminPlans: ['plans', 'all'],

  courseLists: ['course-lists'],
  courseList: (filter: object) => ['course-lists', 'published', filter],
  allCourses: (query: object) => ['course-lists', 'all', query],
  suggestions: (search: string) => ['course-lists', 'suggestions', search],
  recentlyDeleted: ['course-lists', 'deleted'],
  teach: ['course-lists', 'teach'],
  learners: (courseId: string, query: object) => ['course-lists', 'learners', courseId, query],
  ownTeacherPage: ['course-lists', 'own-teacher-page'],
  teacherPage: (slug: string) => ['course-lists', 'teacher-page', slug],
  coursePeople: (courseId: string) => ['course-lists', 'people', courseId],
  teacher: (name: string) => ['course-lists', 'teacher', name],

  certificate: (code: string) => ['certificates', 'page', code],
  certificates: ['certificates'],
  certificateStanding: (courseId: string) => ['certificates', 'standing', courseId],
  certificateRules: (courseId: string) => ['certificates', 'rules', courseId],
  earlierCertificates: (courseId: string) => ['certificates', 'earlier', courseId],

  courses: ['courses'],
  course: (courseId: string) => ['courses', courseId],
  courseDescription: (courseId: string) => ['courses', courseId, 'description'],
  reviews: (courseId: string) => ['courses', courseId, 'reviews'],
  reviewPage: (courseId: string, page: object) => ['courses', courseId, 'reviews', 'page', page],
  ownReview: (courseId: string) => ['courses', courseId, 'reviews', 'own'],
  hiddenReviews: (courseId: string) => ['courses', courseId, 'reviews', 'hidden'],
  reviewRevisions: (courseId: string, reviewId: string) => ['courses', courseId, 'reviews', 'revisions', reviewId],
  managedCourse: (courseId: string) => ['courses', courseId, 'managed'],
  lectures: (courseId: string, withDrafts: boolean) => ['courses', courseId, 'lectures', withDrafts],
  transcript: (lectureId: string, language: string) => ['transcript', lectureId, language],
  copySize: (lectureId: string, quality: string | number) => ['copy-size', lectureId, quality],
  notes: (lectureId: string) => ['notes', lectureId],
  questions: ['questions'],
  questionLists: (lectureId: string) => ['questions', 'list', lectureId],
  questionList: (lectureId: string, order: string, limit: number) => ['questions', 'list', lectureId, order, limit],
  question: (questionId: string) => ['questions', 'one', questionId],
  ownQuestions: (courseId: string) => ['questions', 'own', courseId],
  questionMatches: (lectureId: string, text: string) => ['questions', 'matches', lectureId, text],
  questionQueues: ['questions', 'queue'],
  questionQueue: (filter: object) => ['questions', 'queue', filter],
  queuedQuestion: (questionId: string) => ['questions', 'queued', questionId],
  rewinds: (week: string) => ['rewinds', week],
  freeLecture: (courseId: string, lectureId: string) => ['courses', courseId, 'free', lectureId],

  progress: ['progress'],
  continueWatching: ['progress', 'continue'],
  learning: ['progress', 'learning'],

  payments: ['payments'],
  paymentList: (filter: object, cursor: string) => ['payments', 'list', filter, cursor],
  payment: (paymentId: string) => ['payments', 'one', paymentId],
  paymentToDo: ['payments', 'to-do'],
  salesOverview: ['payments', 'overview'],
  unfinishedCheckouts: (filter: object, cursor: string) => ['payments', 'unfinished', filter, cursor],
  coupons: ['coupons'],
  couponPrices: ['checkout', 'coupon-price'],
  couponPrice: (planId: string, couponCode: string) => ['checkout', 'coupon-price', planId, couponCode],
  planCheck: ['payments', 'plan-check'],

  people: ['people'],
  peopleList: (query: object) => ['people', 'list', query],
  person: (userId: string) => ['people', 'one', userId],
  noticesOf: (userId: string) => ['people', 'one', userId, 'notices'],
  peopleImport: (importId: string) => ['people', 'import', importId],

  report: (name: string, choice: object = {}) => ['reports', name, choice],
  attention: ['attention'],
  firstSteps: ['first-steps'],
  adminSearch: (search: string) => ['admin-search', search],

  announcements: ['announcements'],
  announcementList: (page: object) => ['announcements', 'list', page],
  announcement: (announcementId: string) => ['announcements', 'one', announcementId],
  announcementToRead: (announcementId: string) => ['announcements', 'read', announcementId],
  announcementPreview: (text: object) => ['announcement-preview', text],
  audience: (audience: object) => ['audience', audience],
  ownNotices: ['own-notices'],
  ownNoticeList: (filter: object) => ['own-notices', 'list', filter],
  noticeSettings: ['notice-settings'],
  notices: ['notices'],
  inboxLists: ['inbox', 'list'],
  inboxList: (filter: object) => ['inbox', 'list', filter],
  inboxMessage: (messageId: string) => ['inbox', 'message', messageId],
  emails: (page: object) => ['emails', 'list', page],
  email: (emailId: string) => ['emails', 'one', emailId],
  settings: ['settings'],
  pageBlocks: (page: string) => ['courses', 'blocks', page],
  editedBlocks: (page: string) => ['courses', 'edited-blocks', page],
  blocksPreview: (page: string, blocks: readonly object[]) => ['courses', 'blocks-preview', page, blocks],
  sitePage: (slug: string) => ['site-pages', 'published', slug],
  sitePages: ['site-pages', 'drafts'],
  editedSitePage: (slug: string) => ['site-pages', 'drafts', slug],
  sitePagePreview: (body: string) => ['site-pages', 'preview', body],
  podcasts: ['podcasts'],
  emailTexts: ['email-texts'],
  emailTextPreview: (id: string, wording: object) => ['email-texts', 'preview', id, wording],
  webhook: ['webhook'],
  doctor: ['doctor'],
  system: ['system'],
  doctorSummary: ['doctor', 'summary'],
  backups: ['backups'],
  setupLink: (token: string) => ['setup-link', token],
  userStatistics: ['user-statistics'],
  videoStatus: ['video-status'],
} as const;

/**
 * Requests are sent even when the browser reports that it is offline, and never retried: each page offers "Try again",
 * and loads again when the connection is back.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The query of an endpoint: `endpointQuery(queryKeys.plans, 'GET /plans')`. */
export const endpointQuery = <K extends EndpointName>(queryKey: readonly unknown[], name: K, ...rest: Rest<K>) =>
  queryOptions<ResponseOf<K>, ErrorOf<K>>({
    queryKey,
    queryFn: ({ signal }) => request(name, { ...rest[0], signal }),
  });
