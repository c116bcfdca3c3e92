import { accessRoutes } from './features/access/access.routes.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { announcementsRoutes } from './features/announcements/announcements.routes.ts';
import { batchesRoutes } from './features/batches/batches.routes.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import { serveCoursePictures } from './features/catalog/course-pictures.ts';
import { certificatesRoutes } from './features/certificates/certificates.routes.ts';
import { serveCards } from './features/certificates/card-file.ts';
import { serveKeyFiles } from './features/certificates/key-files.ts';
import { classroomRoutes } from './features/classroom/classroom.routes.ts';
import { noticesRoutes } from './features/notices/notices.routes.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts';
import { reviewsRoutes } from './features/reviews/reviews.routes.ts';
import { schoolRoutes } from './features/school/school.routes.ts';
import { teachingRoutes } from './features/teaching/teaching.routes.ts';
import type { Features } from './create-features.ts';
import type { Http } from './http/http.ts';
import type { Platform } from './platform.ts';

/** Registers the routes of every feature. */
export const registerRoutes = (http: Http, platform: Platform, features: Features): void => {
  const { bind } = http;
  accountsRoutes(bind, features.accounts);
  accessRoutes(bind, features.coursePeople, features.release);
  batchesRoutes(bind, features.batches, {
    policy: features.access,
    today: async () => (await platform.settings.calendar()).dayOf(platform.clock.now()),
  });
  teachingRoutes(bind, features.teaching);
  catalogRoutes(bind, features);
  reviewsRoutes(bind, features.reviews);
  certificatesRoutes(bind, features.certificates);
  serveKeyFiles(http.server, features.certificates, features.limits);
  serveCards(http.server, features.certificates, features.limits);
  serveCoursePictures(http.server, platform);
  classroomRoutes(http, features.classroom, { ...platform, lastSweep: features.lastSweep });
  billingRoutes(bind, features.billing, features.access);
  noticesRoutes(bind, features.notices, {
    isStaff: features.isStaff,
    otherOptOuts: features.billing.recovery,
    emailOf: features.accounts.emailOf,
  });
  announcementsRoutes(bind, features.announcements, platform.settings);
  peopleRoutes(bind, features.people);
  personalDataRoutes(bind, features.personalData);
  schoolRoutes(http, features.school);
};
