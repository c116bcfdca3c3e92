import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { addViewers, VIEWER_ID } from '../fill.ts';
import { type Admin, createCourse, logInAdmin, settledLectures } from '../school.ts';
import { upload, videoOf } from '../upload.ts';
import { type Learner, type School, untilAborted, watch } from '../viewer.ts';
import { createVisitor, openJournal } from '../visitor.ts';
import { buy, type Buyer } from './buyer.ts';
import type { Cluster } from './services.ts';

const WATCHED_VIDEO = 'test/media/two-minutes.mp4';
const UPLOADED_VIDEO = 'test/media/three-seconds.mp4';
const PASSWORD = 'monsoon rain';
/** One in so many logs in; the others have a session, which lasts for weeks. */
const LOGIN_EVERY = 10;
/** Addresses after those of viewers. */
const FIRST_BUYER = 40_000;
const FIRST_AUTHOR = 50_000;

/** The course that is watched, and one that gets lectures meanwhile. */
const publish = async (admin: Admin) => {
  const watched = await createCourse(admin, 'Watched');
  const uploaded = await createCourse(admin, 'Uploaded meanwhile');
  const { visitor, origin, token } = admin;
  await upload(visitor, { origin, token, courseId: watched }, 'Watched', videoOf(readFileSync(WATCHED_VIDEO)));
  await settledLectures(admin, watched);
  return { watched, uploaded };
};

/** Learners who have paid; one in ten has no session yet, and the password of this buyer. */
const addLearners = async ({ database }: Cluster, { email }: Buyer, count: number): Promise<Learner[]> => {
  const tokens = await addViewers(database, count);
  const registered = database.db.selectFrom('users').select('password_hash').where('email', '=', email);
  await database.db
    .updateTable('users')
    .set({ password_hash: registered })
    .where('id', 'like', `${VIEWER_ID}%`)
    .execute();
  return tokens.map((token, index) => ({
    email: `${VIEWER_ID}${index + 1}@school.example`,
    token: index % LOGIN_EVERY === 0 ? undefined : token,
  }));
};

/** A school with a lecture to watch, and learners who may. */
export const openSchool = async (cluster: Cluster, learnerCount: number) => {
  const { origin } = cluster;
  const admin = await logInAdmin(origin);
  const { visitor, token } = admin;
  const { watched, uploaded } = await publish(admin);
  const first = { origin, email: 'first-buyer@school.example', password: PASSWORD, place: 1 };
  const firstBuyer = await buy(visitor, first);
  const learners = await addLearners(cluster, firstBuyer, learnerCount);
  const school: School = { origin, courseId: watched, password: PASSWORD };
  return { visitor, token, school, uploaded, firstBuyer, learners };
};

interface Paces {
  /** Viewers arrive evenly over this time. */
  arrivalMs: number;
  buyerEveryMs: number;
  uploadEveryMs: number;
}

/** All users of a school at once. */
export const gather = (opened: Awaited<ReturnType<typeof openSchool>>, paces: Paces) => {
  const { visitor: preparation, token, school, uploaded, firstBuyer, learners } = opened;
  const { origin } = school;
  const buyers: Buyer[] = [firstBuyer];
  const journal = openJournal();
  const uploads = openJournal();
  const lectureIds: string[] = [];
  const failures: string[] = [];
  const uploadedVideo = videoOf(readFileSync(UPLOADED_VIDEO));

  const live = async (work: Promise<unknown>): Promise<void> => {
    await untilAborted(work).catch((error: unknown) => failures.push(String(error)));
  };
  const arrive = async (learner: Learner, place: number, over: AbortSignal): Promise<void> => {
    const visitor = createVisitor(journal, place);
    await setTimeout((place / learners.length) * paces.arrivalMs, undefined, { signal: over });
    await watch(visitor, school, learner, over).finally(visitor.leave);
  };
  const shop = async (place: number): Promise<void> => {
    const visitor = createVisitor(journal, FIRST_BUYER + place);
    const email = `buyer-${place}@school.example`;
    buyers.push(await buy(visitor, { origin, email, password: PASSWORD, place }).finally(visitor.leave));
  };
  const author = async (place: number): Promise<void> => {
    const visitor = createVisitor(uploads, FIRST_AUTHOR + place);
    const lecture = await upload(visitor, { origin, token, courseId: uploaded }, `Lecture ${place}`, uploadedVideo);
    visitor.leave();
    lectureIds.push(lecture.id);
  };
  /** Starts one after the other, whether or not the one before it has ended. */
  const begin = async (everyMs: number, work: (place: number) => Promise<void>, over: AbortSignal): Promise<void> => {
    const begun: Promise<void>[] = [];
    const beginAll = async (): Promise<void> => {
      for (let place = 1; ; place += 1) {
        begun.push(live(work(place)));
        await setTimeout(everyMs, undefined, { signal: over });
      }
    };
    await untilAborted(beginAll());
    await Promise.all(begun);
  };
  return {
    token,
    courseId: uploaded,
    journal,
    uploads,
    buyers,
    lectureIds,
    failures,
    visitor: preparation,
    /** Resolves when all users have left, after `over`. */
    run: async (over: AbortSignal): Promise<void> => {
      await Promise.all([
        ...learners.map((learner, place) => live(arrive(learner, place, over))),
        begin(paces.buyerEveryMs, shop, over),
        begin(paces.uploadEveryMs, author, over),
      ]);
    },
  };
};

export type Crowd = ReturnType<typeof gather>;
