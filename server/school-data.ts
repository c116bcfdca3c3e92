import type { SchoolData } from './backup/school-data.ts';
import { createCalendar } from './calendar.ts';
import { avatarFiles } from './features/accounts/accounts.ts';
import {
  areOutdated,
  digestEntitlements,
  listMoneyFaults,
  recomputeAll,
} from './features/billing/projections/projections.ts';
import { proofFiles } from './features/billing/own-ways/own-ways.ts';
import { certificatePictureFiles } from './features/certificates/pictures.ts';
import { listAltered } from './features/certificates/authenticity.ts';
import { blockPictures, pictureFiles, teacherPictures, thumbnailFiles } from './features/catalog/course-pictures.ts';
import { answerFiles, listMiscounted } from './features/classroom/quizzes/quizzes.ts';
import { videoFiles } from './features/classroom/video/video.ts';
import { schoolExportFiles } from './features/school/school-export/school-export.ts';
import { exportFiles } from './features/personal-data/personal-data.ts';
import { recomputeRatings } from './features/reviews/rating.ts';
import { schoolImageFiles } from './features/school/settings/settings.ts';

/** The parts of a school besides its rows: the files that rows name, and its projections. */
export const schoolData: SchoolData = {
  fileOwners: [
    avatarFiles,
    thumbnailFiles,
    teacherPictures,
    blockPictures,
    pictureFiles,
    videoFiles,
    answerFiles,
    certificatePictureFiles,
    schoolImageFiles,
    exportFiles,
    proofFiles,
    schoolExportFiles,
  ],
  recompute: async (database, { timeZone, now }) => {
    const isComparable = !(await areOutdated(database.db));
    const differences = await recomputeAll(database, { calendar: createCalendar(timeZone), now });
    const ofRatings = await recomputeRatings(database, now);
    return isComparable ? [...differences, ...ofRatings] : ofRatings;
  },
  digestEntitlements,
  // An upgrade has yet to end the mandates that it found without a ground.
  listMoneyFaults: async (db) => ((await areOutdated(db)) ? [] : listMoneyFaults(db)),
  listAltered,
  listMiscounted,
};
