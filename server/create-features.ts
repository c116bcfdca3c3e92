import type { FastifyInstance } from 'fastify';
import { runBackupInProcess } from './backup-process.ts';
import { createAccess } from './features/access/access.ts';
import { createCoursePeople } from './features/access/course-people.ts';
import { createReleaseEditing } from './features/access/release-editing.ts';
import { createReleaseLearners } from './features/access/release-learners.ts';
import { createReleaseNotices } from './features/access/release-notices.ts';
import { type Accounts, createAccounts } from './features/accounts/accounts.ts';
import type { Cost } from './features/accounts/passwords.ts';
import { createBatches } from './features/batches/batches.ts';
import { type Billing, createBilling } from './features/billing/billing.ts';
import { observeProvider } from './features/billing/provider/observed-provider.ts';
import { type Certificates, createCertificates } from './features/certificates/certificates.ts';
import { createCatalog } from './features/catalog/catalog.ts';
import { createAnnouncements } from './features/announcements/announcements.ts';
import { createCourseList } from './features/catalog/admin-courses.ts';
import { createCourseDeletion } from './features/catalog/deletion.ts';
import { createNews } from './features/catalog/news.ts';
import { createOwnCourse } from './features/catalog/own-course.ts';
import { createSampleCourses } from './features/catalog/sample-courses.ts';
import { checkCdn, createClassroom } from './features/classroom/classroom.ts';
import { noPassword } from './features/accounts/invitations.ts';
import { createNotices } from './features/notices/notices.ts';
import { createPeople } from './features/people/people.ts';
import { createPersonalData, type PersonalData } from './features/personal-data/personal-data.ts';
import { createReviews } from './features/reviews/reviews.ts';
import { createSchool } from './features/school/school.ts';
import { acceptedBy } from './features/school/site-pages/consents.ts';
import { createTeaching } from './features/teaching/teaching.ts';
import type { Actor } from './http/endpoint/actor.ts';
import type { CoursePolicy } from './http/endpoint/course-policy.ts';
import type { NoticePort } from './notice-port.ts';
import { createIsPublic } from './http/endpoint/is-public.ts';
import type { RateLimits } from './http/endpoint/rate-limit.ts';
import { paymentProviders } from './payment-providers.ts';
import type { Platform } from './platform.ts';
import { jsonReaders } from './json-readers.ts';
import { schoolData } from './school-data.ts';
import { readWhole } from './storage/read-whole.ts';
import { createFileSweep } from './storage/file-sweep.ts';
import type { FigureSources } from './telemetry/figures.ts';

interface CoursesNeeds {
  access: CoursePolicy;
  accounts: Accounts;
  billing: Billing;
  notices: NoticePort;
}

/** Everything about courses. */
const createCourses = (platform: Platform, { access, accounts, billing, notices }: CoursesNeeds) => {
  const { noteNews, tellHolders } = createNews(platform, {
    ...billing,
    notify: notices.notify,
    locksIn: access.locksIn,
  });
  const catalog = createCatalog(platform, {
    publishesAlone: access.publishesAlone,
    notices,
    noteNews,
    waitingAmong: accounts.waiting.waitingAmong,
  });
  const classroom = createClassroom(platform, {
    catalog: { ...catalog, noteNews, tellHolders },
    policy: access,
    coursesHadBy: billing.coursesHadBy,
    progressed: async (tx, places) => {
      await classroom.progress.recordCompleted(tx, places);
      await certificates.progressed(tx, places);
    },
    notices,
  });
  const certificates: Certificates = createCertificates(platform, {
    watchedOf: classroom.progress.watchedInCourse,
    quizzesOf: classroom.quizzes.standingIn,
    policy: access,
    notices,
  });
  const parts = { catalog, purgeLectures: classroom.lectures.deletion.purge, resumeVideos: classroom.video.resume };
  const courseDeletion = createCourseDeletion(platform, { ...billing, ...parts });
  const courses = createCourseList(platform, { watchingOf: classroom.progress.audience.ofCourses });
  const installSamples = createSampleCourses(platform, { catalog, prepareLecture: classroom.lectures.files.prepare });
  const coursePeople = createCoursePeople(platform, {
    ...billing.admin,
    ...accounts.invitations,
    waiting: accounts.waiting,
    linkTeacher: catalog.teachers.link,
  });
  const reviews = createReviews(platform, {
    policy: access,
    isShown: (courseId) => catalog.has(courseId, 'shown'),
    watchedOf: classroom.progress.watchedInCourse,
    notices,
  });
  const teaching = createTeaching(platform, {
    policy: access,
    listCourses: courses.ofIds,
    listUploads: classroom.uploads.list,
    createCourse: catalog.create,
    join: coursePeople.join,
    scoreOf: classroom.quizzes.scoreOf,
  });
  return { catalog, classroom, courseDeletion, courses, installSamples, coursePeople, reviews, certificates, teaching };
};

/** When lectures open: how that is edited, and who is notified. */
const createRelease = (platform: Platform, { access, billing, notices }: Omit<CoursesNeeds, 'accounts'>) => {
  const learners = createReleaseLearners(platform, billing);
  createReleaseNotices(platform, { learners, notify: notices.notify, locksIn: access.locksIn });
  return createReleaseEditing(platform, learners);
};

type LeavingNeeds = Pick<ReturnType<typeof createCourses>, 'classroom' | 'certificates'> & CoursesNeeds;

/** What every room does when a person takes their data along, or leaves. */
const createAccountDeletion = (
  platform: Platform,
  { accounts, access, billing, notices, classroom, certificates }: LeavingNeeds,
) => {
  const { erasing } = accounts;
  const { asking, answering } = classroom.questions;
  return createPersonalData(platform, {
    notices,
    avatarOf: erasing.avatarOf,
    fileOf: (key) => readWhole(platform.storage, key),
    receiptPdf: (number, userId) => billing.receipts.pdfOf(number, { id: userId, seesAll: false }),
    certificatePdf: async (code) => (await certificates.paper.pdf(code)).bytes,
    assertMayLeave: erasing.assertMayLeave,
    stopRenewals: billing.stopRenewals,
    endRights: billing.endRights,
    forgetBuyer: billing.forgetBuyer,
    withdrawCertificates: certificates.withdrawAll,
    removeQuestion: asking.remove,
    removeAnswer: answering.remove,
    eraseAccount: async (tx, userId) => {
      await erasing.erase(tx, userId);
      await billing.accountChanged(tx, userId, { kind: 'rules' });
    },
    updateProfile: accounts.profile.update,
    writeNote: async (actor, { id, lectureId, fields }) => {
      await access.assertMay(actor, 'watch', { lectureId });
      return classroom.notes.write(actor.id, { noteId: id, lectureId }, fields);
    },
  });
};

interface AdminsNeeds extends Pick<
  ReturnType<typeof createCourses>,
  'catalog' | 'classroom' | 'courses' | 'certificates' | 'installSamples' | 'teaching'
> {
  accounts: Accounts;
  billing: Billing;
  personalData: PersonalData;
  notices: NoticePort;
}

/** People, and the school itself. */
const createForAdmins = (
  platform: Platform,
  { accounts, billing, personalData, catalog, classroom, courses, teaching, notices, ...needs }: AdminsNeeds,
) => {
  const people = createPeople(platform, {
    hasSecondStep: async (userId) => (await accounts.secondStep.since(platform.database.db, userId)) !== undefined,
    isAddressConfirmed: async (userId) => (await accounts.address.ofUser(userId)).address.isConfirmed,
    consentsOf: (userId) => acceptedBy(platform.database.db, userId),
    deletionOf: personalData.deletion.plannedWithReason,
    ...billing.admin,
    ...classroom.progress,
    devicesOf: accounts.sessions.list,
    peopleOf: async (text) => (await classroom.watermarks.peopleOf(text)) ?? billing.admin.list.peopleOf(text),
    emailOf: accounts.emailOf,
    countRenewals: billing.countRenewals,
    invite: accounts.invitations.invite,
    waiting: accounts.waiting,
    changes: accounts.accountChanges,
  });
  const lastSweep = createFileSweep(platform, schoolData.fileOwners);
  const school = createSchool(platform, {
    accounts,
    billing,
    notices: [billing.admin.notices, classroom.video.notices],
    videos: classroom.video.counts,
    waitingCourses: catalog.waiting,
    assertCertificatePictures: needs.certificates.assertPictures,
    waitingCertificates: needs.certificates.requests.waiting,
    openQuestions: classroom.questions.queue.waiting,
    ...needs,
    hasBlocks: () => catalog.blocks.has('home'),
    people: people.list,
    stuckIn: teaching.ofCourse.countStuck,
    noticePort: notices,
    ownCourse: createOwnCourse(platform),
    runBackup: runBackupInProcess,
    askCdn: () => checkCdn(platform),
    lastSweep,
    progress: billing.projections.progress,
    moving: { data: schoolData, readers: jsonReaders, noPassword, notify: notices.notify },
    search: { courses: courses.find, payments: billing.admin.list.find },
  });
  return { people, school, lastSweep };
};

const createCourseBatches = (
  platform: Platform,
  {
    access,
    billing,
    notices,
    catalog,
  }: Omit<CoursesNeeds, 'accounts'> & Pick<ReturnType<typeof createCourses>, 'catalog'>,
) =>
  createBatches(platform, {
    isShown: async (courseId, actor) =>
      (await catalog.has(courseId, 'shown')) || (actor !== undefined && (await access.seesDrafts(actor, courseId))),
    holds: billing.holds,
    openCourse: billing.admin.access.grantIfShorter,
    closeCourse: billing.admin.access.takeBack,
    accessChanged: (tx, userId) => billing.accountChanged(tx, userId, { kind: 'rules' }),
    notices,
  });

/** Creates each feature once, with its dependencies on earlier ones. */
export const createFeatures = (platform: Platform, http: FastifyInstance, limits: RateLimits, passwordCost?: Cost) => {
  const isPublic = createIsPublic(http, platform.config, platform.publicAddress);
  const providers = paymentProviders.map((connect) => observeProvider(connect, platform.observer));
  const notices = createNotices(platform);
  http.addHook('preClose', async () => notices.streams.close());
  const billing = createBilling({ ...platform, http, isPublic, limits, notices }, { providers });
  const access = createAccess(platform, {
    holds: billing.holds,
    holdsOf: billing.holdsOf,
    rightEndsAt: billing.endOfRight,
    startOfRight: billing.startOfRight,
    extensionsOf: billing.extensionsOf,
    whyPaused: billing.parts.whyPaused,
    lacksFactor: (person) => accounts.requiredFactor.isLacking(person),
  });
  const accounts: Accounts = createAccounts(platform, {
    limits,
    passwordCost,
    accessOf: billing.currentAccessOf,
    teaches: async (userId) => (await access.coursesOf(userId)).size > 0,
    recordAccountChange: billing.admin.recordAccountChange,
    giveRight: async (tx, { userId, givenBy }, right) => {
      if (right.kind === 'course_role') await courseFeatures.coursePeople.give(tx, { userId, givenBy }, right);
      else await billing.admin.access.grantIfShorter(tx, { ...right, adminId: givenBy, userId }, right.untilDay);
    },
    accountChanged: billing.accountChanged,
    onSessionsEnded: async (tx, ended) => {
      await notices.push.forget(
        tx,
        ended.map((session) => session.sessionHash),
      );
      await classroom.playback.sessions.end(tx, ended);
    },
  });
  const isStaff = async ({ id, role }: Actor) => role === 'ADMIN' || (await access.coursesOf(id)).size > 0;
  const courseFeatures = {
    ...createCourses(platform, { access, accounts, billing, notices }),
    announcements: createAnnouncements(platform, { policy: access, notices, emailOf: accounts.emailOf }),
  };
  const { classroom } = courseFeatures;
  const batches = createCourseBatches(platform, { access, billing, notices, ...courseFeatures });
  const personalData = createAccountDeletion(platform, { accounts, access, billing, notices, ...courseFeatures });
  const forAdmins = createForAdmins(platform, { accounts, billing, notices, personalData, ...courseFeatures });
  return {
    isStaff,
    limits,
    billing,
    notices,
    accounts,
    access,
    batches,
    ...courseFeatures,
    release: createRelease(platform, { access, billing, notices }),
    personalData,
    ...forAdmins,
  };
};

export type Features = ReturnType<typeof createFeatures>;

/** The figures of the school for metrics. */
export const figuresOf = (
  { jobs, storage, database }: Platform,
  { classroom, billing, school }: Pick<Features, 'classroom' | 'billing' | 'school'>,
): FigureSources => ({
  jobs: jobs.counts,
  videos: classroom.video.counts,
  sales: billing.salesToday,
  viewers: classroom.playback.sessions.countPlaying,
  disk: async () => ({ freeBytes: await storage.freeBytes(), totalBytes: await storage.totalBytes() }),
  backups: school.backups.verified,
  connections: async () => database.connections(),
});
