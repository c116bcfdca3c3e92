export { addressMessages as addresses } from './accounts/address-messages.ts';
export { auditMessages as audit } from './school/audit-messages.ts';
export { batchMessages as batches } from './batches/batch-messages.ts';
export { backupMessages as backups } from './school/backup-messages.ts';
export { certificateMessages as certificates } from './certificates/certificate-messages.ts';
export { emailTextMessages as emailTexts } from './school/email-text-messages.ts';
export { ownWordMessages as ownWords } from './school/own-word-messages.ts';
export { couponMessages as coupons } from './billing/coupon-messages.ts';
export { factorMessages as factors } from './accounts/factor-messages.ts';
export { forumMessages as forum } from './accounts/forum-messages.ts';
export { giftMessages as gifts } from './billing/gift-messages.ts';
export { announcementMessages as announcements } from './announcements/announcement-messages.ts';
export { noticeMessages as userNotices } from './notices/notice-messages.ts';
export { inboxMessages as inbox } from './school/inbox-messages.ts';
export { passwordMessages as passwords } from './accounts/password-messages.ts';
export { schoolExportMessages as schoolExports } from './school/school-export-messages.ts';
export { providerMessages as providers } from './accounts/provider-messages.ts';
export { personalDataMessages as personalData } from './personal-data/personal-data-messages.ts';
export { wayMessages as ways } from './billing/way-messages.ts';
export { partMessages as parts } from './billing/part-messages.ts';
export { planMessages as plans } from './billing/plan-messages.ts';
export { calendarMessages as calendar } from './classroom/calendar-messages.ts';
export { podcastMessages as podcasts } from './classroom/podcast-messages.ts';
export { questionMessages as questions } from './classroom/question-messages.ts';
export { quizMessages as quizzes } from './classroom/quiz-messages.ts';
export { sessionMessages as sessions } from './accounts/session-messages.ts';
export { reviewMessages as reviews } from './reviews/review-messages.ts';
export { pageBlockMessages as pageBlocks } from './catalog/page-block-messages.ts';
export { translationMessages as translations } from './catalog/translation-messages.ts';
export { sitePageMessages as sitePages } from './school/site-page-messages.ts';
export { lectureKindMessages as lectureKinds } from './classroom/lecture-kind-messages.ts';
export {
  noteMessages as notes,
  playbackMessages as playback,
  videoMessages as video,
} from './classroom/video-messages.ts';
export { courses, profile, logout, notices, denied, notFoundPage } from './page-messages.ts';
export {
  register,
  login,
  changePassword,
  forgotPassword,
  resetPassword,
  setup,
  contact,
} from './accounts/account-messages.ts';
export { payment, unsubscribe } from './billing/purchase-messages.ts';
export { lectures, offline, player, progress, uploads } from './classroom/classroom-messages.ts';
export { courseDelete, courseCreate, authoring } from './catalog/authoring-messages.ts';
export { admin, people, settings, emails, stats, firstSteps, reports } from './school/admin-messages.ts';
export { notSent } from './email-messages.ts';
export { fields, request } from './request-messages.ts';
