/** The key of each query. A shorter key also stands for every key that begins with it, as in `invalidateQueries`. */
export const queryKeys = {
  ownUser: ['own-user'],
  ownPurchases: ['own-purchases'],
  paymentKey: ['checkout', 'key'],
  checkoutAttempt: (order: object) => ['checkout', 'attempt', order],

  planPrice: (planId: string) => ['plans', 'price', planId],
  adminPlans: ['plans', 'all'],

  courseLists: ['course-lists'],
  courseList: (filter: object) => ['course-lists', 'published', filter],
  allCourses: (query: object) => ['course-lists', 'all', query],
  recentlyDeleted: ['course-lists', 'deleted'],

  courses: ['courses'],
  course: (courseId: string) => ['courses', courseId],
  courseDescription: (courseId: string) => ['courses', courseId, 'description'],
  managedCourse: (courseId: string) => ['courses', courseId, 'managed'],
  lectures: (courseId: string, withDrafts: boolean) => ['courses', courseId, 'lectures', withDrafts],
  freeLecture: (courseId: string, lectureId: string) => ['courses', courseId, 'free', lectureId],

  progress: ['progress'],
  continueWatching: ['progress', 'continue'],

  payments: ['payments'],
  paymentList: (filter: object, cursor: string) => ['payments', 'list', filter, cursor],
  payment: (paymentId: string) => ['payments', 'one', paymentId],
  paymentToDo: ['payments', 'to-do'],
  salesOverview: ['payments', 'overview'],
  coupons: ['coupons'],
  couponPrices: ['checkout', 'coupon-price'],
  couponPrice: (planId: string, couponCode: string) => ['checkout', 'coupon-price', planId, couponCode],
  planCheck: ['payments', 'plan-check'],

  people: ['people'],
  peopleList: (query: object) => ['people', 'list', query],
  person: (userId: string) => ['people', 'one', userId],
  peopleImport: (importId: string) => ['people', 'import', importId],

  report: (name: string, choice: object = {}) => ['reports', name, choice],
  attention: ['attention'],

  notices: ['notices'],
  inboxLists: ['inbox', 'list'],
  inboxList: (filter: object) => ['inbox', 'list', filter],
  inboxMessage: (messageId: string) => ['inbox', 'message', messageId],
  outbox: (page: object) => ['outbox', 'list', page],
  outboxEmail: (emailId: string) => ['outbox', 'email', emailId],
  settings: ['settings'],
  webhook: ['webhook'],
  doctor: ['doctor'],
  system: ['system'],
  doctorSummary: ['doctor', 'summary'],
  backups: ['backups'],
  setupLink: (token: string) => ['setup-link', token],
  userStatistics: ['user-statistics'],
  videoStatus: ['video-status'],
} as const;
