import { readFileSync } from 'node:fs';
import { addViewers, VIEWER_ID } from '../fill.ts';
import { load } from '../load.ts';
import { createCourse, logInAdmin, settledLectures } from '../school.ts';
import { upload, videoOf } from '../upload.ts';
import { watch } from '../viewer.ts';
import { type Attempt, createVisitor } from '../visitor.ts';
import { buy, type Buyer } from './buyer.ts';
import type { Cluster } from './services.ts';

const WATCHED_VIDEO = 'test/media/two-minutes.mp4';
const UPLOADED_VIDEO = 'test/media/three-seconds.mp4';
export const PASSWORD = 'monsoon rain';
/** Viewers arrive evenly over this time. */
export const ARRIVAL_MS = 60_000;
const BUYER_EVERY_SECONDS = 4;
const UPLOAD_EVERY_SECONDS = 15;
/** Buyers, or uploads. */
const MAX_AT_ONCE = 50;
/** One in so many logs in; the others have a session, which lasts for weeks. */
const LOGIN_EVERY = 10;
/** Addresses after those of viewers. */
const FIRST_BUYER = 40_000;
const FIRST_AUTHOR = 50_000;

/** A learner who has paid; the token is undefined for one who logs in. */
interface Learner {
  email: string;
  token: string | undefined;
}

/** Learners with the password of this buyer. */
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

/** A school with a course to watch, one that gets lectures meanwhile, and learners. */
export const openSchool = async (cluster: Cluster, learnerCount: number) => {
  const { origin } = cluster;
  const admin = await logInAdmin(origin);
  const watched = await createCourse(admin, 'Watched');
  const uploaded = await createCourse(admin, 'Uploaded meanwhile');
  await upload(admin, watched, 'Watched', videoOf(readFileSync(WATCHED_VIDEO)));
  await settledLectures(admin, watched);
  const first = { email: 'first-buyer@school.example', password: PASSWORD, place: 1 };
  const firstBuyer = await buy(createVisitor(origin, FIRST_BUYER), first);
  const learners = await addLearners(cluster, firstBuyer, learnerCount);
  return { admin, watched, uploaded, firstBuyer, learners };
};

/** All users of a school at once. */
export const gather = ({ admin, watched, uploaded, firstBuyer, learners }: Awaited<ReturnType<typeof openSchool>>) => {
  const { origin, token } = admin;
  const buyers: Buyer[] = [firstBuyer];
  const journal: Attempt[] = [];
  const uploads: Attempt[] = [];
  const lectureIds: string[] = [];
  const failures: string[] = [];
  const uploadedVideo = videoOf(readFileSync(UPLOADED_VIDEO));

  const live = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(String(error)));
  const arrive = async (place: number, over: AbortSignal): Promise<void> => {
    const { email = '', token: session } = learners[place] ?? {};
    const visitor = createVisitor(origin, place, { token: session, journal });
    await watch(visitor, watched, { email, password: PASSWORD }, over).finally(visitor.leave);
  };
  const shop = async (place: number): Promise<void> => {
    const visitor = createVisitor(origin, FIRST_BUYER + place, { journal });
    const email = `buyer-${place}@school.example`;
    buyers.push(await buy(visitor, { email, password: PASSWORD, place }).finally(visitor.leave));
  };
  const author = async (place: number): Promise<void> => {
    const visitor = createVisitor(origin, FIRST_AUTHOR + place, { token, journal: uploads });
    const lecture = upload(visitor, uploaded, `Lecture ${place}`, uploadedVideo);
    lectureIds.push((await lecture.finally(visitor.leave)).id);
  };
  return {
    admin,
    uploaded,
    journal,
    uploads,
    buyers,
    lectureIds,
    failures,
    /** Resolves when all users have left, after `over`. */
    run: async (over: AbortSignal): Promise<void> => {
      const turns = learners.length;
      const arrivals = { connections: turns, turns, perSecond: turns / (ARRIVAL_MS / 1000), over };
      await Promise.all([
        load(arrivals, (turn) => live(arrive(turn, over))),
        load({ connections: MAX_AT_ONCE, perSecond: 1 / BUYER_EVERY_SECONDS, over }, (turn) => live(shop(turn + 1))),
        load({ connections: MAX_AT_ONCE, perSecond: 1 / UPLOAD_EVERY_SECONDS, over }, (turn) => live(author(turn + 1))),
      ]);
    },
  };
};

export type Crowd = ReturnType<typeof gather>;
