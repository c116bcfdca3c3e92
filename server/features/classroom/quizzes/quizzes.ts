import type { Db } from '#server/database/database.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import type { Playback } from '../playback/playback.ts';
import { createAccommodations } from './accommodations.ts';
import { createAnswerFiles } from './answer-files.ts';
import { createAttempts } from './attempts.ts';
import { createByPerson } from './by-person.ts';
import { createEditing } from './quiz-editing.ts';
import { createFigures } from './figures.ts';
import type { NotePassed } from './submission.ts';
import { createNoteGrades } from './grade-notices.ts';
import { createMoments } from './moments.ts';
import { createOverview } from './overview.ts';
import { createPlaces } from './places.ts';
import { createQuestionMedia } from './question-media.ts';
import { isQuiz } from './quizzes.queries.ts';
import { createRecall } from './recall.ts';
import { createReminders, remindOfRecall } from './recall-reminders.ts';
import { createRegrading } from './regrading.ts';
import { createResets } from './resets.ts';
import { createResultsCsv } from './results-csv.ts';
import { createResults } from './results.ts';
import { attemptScore } from './scoring.ts';
import { standingIn } from './standing.queries.ts';
import { createVersions } from './versions.ts';

export { answerFiles } from './answer-files.queries.ts';
export { listMiscounted } from './attempt-sums.ts';

export interface QuizzesNeeds {
  policy: Pick<CoursePolicy, 'may' | 'staffOf' | 'opened' | 'locksIn'>;
  notePassed: NotePassed;
  noteNotPassed: NotePassed;
  notices: Pick<NoticePort, 'notify' | 'withdraw'>;
  playback: Pick<Playback, 'addressesFor'>;
}

export type Quizzes = ReturnType<typeof createQuizzes>;

/** Quizzes: lectures of questions, and the attempts of learners at them. */
export const createQuizzes = (
  platform: Platform,
  { policy, notePassed: note, noteNotPassed, notices, playback }: QuizzesNeeds,
) => {
  const places = createPlaces(platform, policy);
  const versions = createVersions();
  /** What is answered at a moment of a video does not complete the video. */
  const notePassed: NotePassed = async (tx, lectureId, userIds) => {
    if (await isQuiz(tx, lectureId)) await note(tx, lectureId, userIds);
  };
  const noteGrades = createNoteGrades(platform, notices);
  const regrading = createRegrading(platform, { notePassed, noteGrades });
  const attempts = createAttempts(platform, { versions, places, notePassed });
  const reminders = createReminders(platform, notices);
  const recall = createRecall(platform, { versions, policy, reminders });
  platform.jobs.handle(remindOfRecall, () => reminders.run(recall.countDue));
  const answerFiles = createAnswerFiles(platform, { policy, places, versions, attempts });
  return {
    attempts,
    overview: createOverview(platform, { places, attempts }),
    answerFiles,
    media: createQuestionMedia(platform, playback),
    moments: createMoments(platform, { versions, places }),
    recall: { ...recall, choose: reminders.choose },
    editing: createEditing(platform, { places, regrading }),
    accommodations: createAccommodations(platform, places),
    resets: createResets(platform, { places, versions, notePassed, noteNotPassed, notify: notices.notify }),
    figures: createFigures(platform, places),
    resultsCsv: createResultsCsv(platform, { places, versions }),
    results: createResults(platform, { policy, places, versions }),
    byPerson: createByPerson(platform, { policy, places, versions, notePassed, noteGrades, answerFiles }),
    /** How a user stands in the quizzes of a course, also in a transaction; of attempts after a moment, if one is given. */
    standingIn: (userId: string, courseId: string, on: Db, of: Parameters<typeof standingIn>[3] = {}) =>
      standingIn(on, userId, courseId, of),
    scoreOf: attemptScore,
  };
};
