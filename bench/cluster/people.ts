import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { createCourse, signIn } from '../fill.ts';
import { addViewers, VIEWER_ID } from '../viewers.ts';
import { buy, type Buyer } from './buyer.ts';
import { openJournal } from './journal.ts';
import type { Cluster } from './services.ts';
import { upload } from './uploader.ts';
import { type Learner, type School, untilAborted, watch } from './viewer.ts';
import { bearer, createVisitor, read, type Visitor } from './visitor.ts';

const WATCHED_VIDEO = 'test/media/two-minutes.mp4';
const UPLOADED_VIDEO = 'test/media/three-seconds.mp4';
const PASSWORD = 'monsoon rain';
/** One in so many logs in; the others have a session, which lasts for weeks. */
const LOGIN_EVERY = 10;
const PROCESSING_MS = 300_000;
const LOOK_EVERY_MS = 500;
/** Addresses after those of viewers. */
const FIRST_BUYER = 40_000;
const ADMIN = 60_000;

const Lectures = z.object({ lectures: z.array(z.object({ hls: z.string().nullable() })) });

/** The course that is watched, and one that gets lectures meanwhile. */
const publish = async ({ origin }: Cluster, visitor: Visitor) => {
  const token = await signIn({ origin });
  const watched = await createCourse({ origin }, token, 'Watched');
  const uploaded = await createCourse({ origin }, token, 'Uploaded meanwhile');
  await upload(visitor, { origin, token, courseId: watched, title: 'Watched', video: readFileSync(WATCHED_VIDEO) });
  const giveUpAt = performance.now() + PROCESSING_MS;
  for (;;) {
    const reply = await visitor.step('course', `${origin}/api/v1/courses/${watched}`, { headers: bearer(token) });
    if (read(Lectures, reply).lectures.every(({ hls }) => hls !== null)) break;
    if (performance.now() > giveUpAt) throw new Error('the video was not converted');
    await setTimeout(LOOK_EVERY_MS);
  }
  return { token, watched, uploaded };
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
    email: `${VIEWER_ID}${index}@school.example`,
    token: index % LOGIN_EVERY === 0 ? undefined : token,
  }));
};

/** A school with a lecture to watch, and learners who may. */
export const openSchool = async (cluster: Cluster, learnerCount: number) => {
  const { origin } = cluster;
  const visitor = createVisitor(openJournal(), ADMIN);
  const { token, watched, uploaded } = await publish(cluster, visitor);
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

/** Everybody who uses a school at once. */
export const gather = (opened: Awaited<ReturnType<typeof openSchool>>, paces: Paces) => {
  const { visitor: preparation, token, school, uploaded, firstBuyer, learners } = opened;
  const { origin } = school;
  const buyers: Buyer[] = [firstBuyer];
  const journal = openJournal();
  const uploads = openJournal();
  const lectureIds: string[] = [];
  const failures: string[] = [];

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
    const visitor = createVisitor(uploads, ADMIN + place);
    const lecture = {
      origin,
      token,
      courseId: uploaded,
      title: `Lecture ${place}`,
      video: readFileSync(UPLOADED_VIDEO),
    };
    lectureIds.push(await upload(visitor, lecture).finally(visitor.leave));
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
    /** Resolves when everybody has left, after `over`. */
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
