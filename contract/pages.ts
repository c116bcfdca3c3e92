export interface Page {
  /** Parameters are written `:name`. */
  path: `/${string}`;
  /** The parameters of its query. */
  query?: readonly string[];
  /** The page is about the course in `?course=`: a published one, or for its authors also a draft. */
  course?: 'shown' | 'present';
  /** The owner writes it: it exists once it is published. */
  isWritten?: true;
  /** The server sends it with the status 403. */
  isRefusal?: true;
  /** The server sends it with its content: it is the same for every visitor, and needs no login. */
  isRendered?: true;
  /** The sitemap lists it. */
  isListed?: true;
}

/** Every page of the site. `web/app/routes.tsx` has the component of each, `web/app/path-to.ts` makes the links. */
export const pages = {
  home: { path: '/', isRendered: true, isListed: true },
  about: { path: '/about', isRendered: true, isListed: true },
  contact: { path: '/contact', isRendered: true, isListed: true },
  terms: { path: '/terms', isRendered: true, isListed: true },
  privacy: { path: '/privacy', isWritten: true, isRendered: true },
  refund: { path: '/refund', isWritten: true, isRendered: true },
  sitePage: { path: '/pages/:slug', isWritten: true, isRendered: true },
  signup: { path: '/signup', isRendered: true },
  login: { path: '/login', isRendered: true },
  /** Where another service sends people back to. */
  loginReturn: { path: '/login/return', query: ['code', 'state', 'iss', 'error'] },
  forgotPassword: { path: '/forget-password', isRendered: true },
  resetPassword: { path: '/reset-password/:token' },
  invitation: { path: '/invitation/:token' },
  /** The page of a teacher. */
  teacher: { path: '/teachers/:slug', isRendered: true },
  certificate: { path: '/certificates/:code', isRendered: true },
  setup: { path: '/setup/:token' },
  accessDenied: { path: '/denied', isRefusal: true, isRendered: true },
  courses: {
    path: '/courses',
    query: ['search', 'exact', 'category', 'teacher', 'free', 'length', 'sort', 'page'],
    isRendered: true,
    isListed: true,
  },
  course: { path: '/courses/description', course: 'shown', isRendered: true },
  freePreview: { path: '/courses/preview', course: 'shown', query: ['lecture'], isRendered: true },
  /** The page of a course, for people and search engines. */
  courseBySlug: { path: '/courses/:slug', isRendered: true },
  profile: { path: '/user/profile' },
  editProfile: { path: '/user/editprofile' },
  changePassword: { path: '/changepassword' },
  security: { path: '/user/security' },
  /** Where the forum of the school sends its members. */
  forumLogin: { path: '/discourse/sso', query: ['sso', 'sig'] },
  checkout: { path: '/checkout', query: ['plan', 'coupon', 'gift', 'way', 'batch', 'parts'] },
  gift: { path: '/gift/:token', query: ['redeem'] },
  /** Where the link of a batch leads. */
  joinBatch: { path: '/join/:token', query: ['join'] },
  optOut: { path: '/opt-out/:token' },
  /** The link in emails about logins. */
  notMe: { path: '/not-me/:token' },
  /** The link in emails that confirms an address. */
  confirmEmail: { path: '/confirm-email/:token' },
  notices: { path: '/notices', query: ['unread'] },
  announcement: { path: '/announcements/:announcementId' },
  noticeSettings: { path: '/user/notices' },
  paymentSucceeded: { path: '/checkout/success' },
  paymentFailed: { path: '/checkout/fail' },
  /** What a buyer has said to have paid to the school. */
  paymentRequest: { path: '/checkout/requests/:requestId' },
  /** What is left to pay of a purchase in parts. */
  payParts: { path: '/checkout/parts/:paymentId', query: ['way'] },
  learning: { path: '/learning' },
  /** Shown at every address without a connection, except pages that need none. */
  offline: { path: '/offline' },
  classroom: {
    path: '/course/displaylectures',
    course: 'present',
    query: ['lecture', 'drafts', 'as', 'tab', 'end', 'question', 'attempt', 'at', 'quiz', 'part', 'find'],
  },
  createCourse: { path: '/course/create' },
  addLecture: { path: '/course/addlecture', course: 'present', query: ['upload', 'section'] },
  editCourse: { path: '/course/edit', course: 'present', query: ['tab', 'lecture', 'batch'] },
  /** The questions and rules of a quiz. */
  editQuiz: { path: '/course/quiz', course: 'present', query: ['lecture', 'tab', 'at', 'attempt'] },
  /** The pages of teachers and assistants: their own courses, edited as by admins. */
  teach: { path: '/teach' },
  teachNewCourse: { path: '/teach/courses/new' },
  teachCourse: { path: '/teach/course', course: 'present', query: ['tab', 'lecture', 'batch'] },
  teachQuiz: { path: '/teach/quiz', course: 'present', query: ['lecture', 'tab', 'at', 'attempt'] },
  teachLecture: { path: '/teach/lecture', course: 'present', query: ['upload', 'section'] },
  teachLearners: { path: '/teach/learners', query: ['course', 'state', 'alone', 'reminded', 'batch'] },
  teachAnnouncements: { path: '/teach/announcements' },
  /** `new` writes one. */
  teachAnnouncement: { path: '/teach/announcements/:announcementId', query: ['course', 'learners', 'reminded'] },
  teachPage: { path: '/teach/page' },
  teachCertificates: { path: '/teach/certificates' },
  teachQuestions: { path: '/teach/questions', query: ['state', 'search', 'question'] },
  teachReviews: { path: '/teach/reviews', query: ['state'] },
  teachWeek: { path: '/teach/week' },
  /** Offline payments that wait. */
  paymentRequests: { path: '/teach/payments', query: ['request'] },
  dashboard: { path: '/admin/dashboard' },
  adminCourses: { path: '/admin/courses', query: ['state'] },
  payments: { path: '/admin/payments' },
  payment: { path: '/admin/payments/:paymentId' },
  unfinishedCheckouts: { path: '/admin/checkouts' },
  whoOwes: { path: '/admin/owed' },
  users: { path: '/admin/people' },
  importPeople: { path: '/admin/people/imports', query: ['id'] },
  /** Whose code a copy shows. */
  foundCopy: { path: '/admin/people/found-copy', query: ['code'] },
  userAccess: { path: '/admin/people/:userId' },
  plans: { path: '/admin/plans' },
  paymentSetup: { path: '/admin/selling' },
  adminAnnouncements: { path: '/admin/announcements' },
  adminAnnouncement: { path: '/admin/announcements/:announcementId', query: ['course', 'learners', 'reminded'] },
  inbox: { path: '/admin/inbox', query: ['message'] },
  emails: { path: '/admin/outbox' },
  email: { path: '/admin/outbox/:emailId' },
  backups: { path: '/admin/backups' },
  system: { path: '/admin/system' },
  settings: { path: '/admin/settings' },
  schoolSettings: { path: '/admin/settings/school' },
  homeSettings: { path: '/admin/settings/home' },
  lookSettings: { path: '/admin/settings/look' },
  languageSettings: { path: '/admin/settings/languages' },
  emailSettings: { path: '/admin/settings/email' },
  emailTexts: { path: '/admin/settings/email-texts', query: ['email'] },
  ownWords: { path: '/admin/settings/words' },
  schoolTexts: { path: '/admin/settings/texts' },
  paymentSettings: { path: '/admin/settings/payments' },
  waySettings: { path: '/admin/settings/ways' },
  sellerSettings: { path: '/admin/settings/seller' },
  pageSettings: { path: '/admin/settings/pages', query: ['page'] },
  teachingSettings: { path: '/admin/settings/teaching' },
  communitySettings: { path: '/admin/settings/community' },
  loginSettings: { path: '/admin/settings/login' },
  limitSettings: { path: '/admin/settings/limits' },
  deletionSettings: { path: '/admin/settings/deletions' },
  apiKeySettings: { path: '/admin/settings/api-keys' },
  webhookSettings: { path: '/admin/settings/webhooks' },
  movingSettings: { path: '/admin/settings/export' },
  auditSettings: { path: '/admin/settings/audit', query: ['group', 'days', 'person', 'course'] },
  firstSteps: { path: '/admin/settings/first-steps' },
  recentlyDeleted: { path: '/admin/deleted' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;
export type CourseOfPage = NonNullable<Page['course']>;
export const pageList: readonly Page[] = Object.values(pages);

/** The path of a page that the owner writes. */
export const writtenPath = (slug: string): string =>
  pageList.some(({ path }) => path === `/${slug}`) ? `/${slug}` : pages.sitePage.path.replace(':slug', slug);
