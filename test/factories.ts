import { CourseFields } from '#contract/catalog/catalog.ts';
import type { CourseRole } from '#contract/access/course-people.ts';
import { type Clock, DAY_MS } from '#server/clock.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { createLedger } from '#server/features/billing/ledger/ledger.ts';
import type { DisputeEvent, ProviderEvent } from '#server/features/billing/provider/provider.ts';
import { insertCourse } from '#server/features/catalog/catalog.queries.ts';
import { indexCourses } from '#server/features/catalog/course-index.ts';
import { toColumns } from '#server/features/catalog/course-columns.ts';
import { insertLecture } from '#server/features/classroom/lectures/lectures.queries.ts';
import { newId, newSecret, secretDigest } from '#server/ids.ts';
import type { Role } from '#contract/fields.ts';
import { insertTestUser } from './insert-user.ts';
import type { TestApp } from './start-app.ts';

/** A signed-in person, and the headers that say so. */
export interface Person {
  id: string;
  email: string;
  token: string;
  headers: { authorization: string };
}

let lastNumber = 0;
const nextNumber = (): number => (lastNumber += 1);

/** An app, or the database of one. */
interface Place {
  database: Database;
  clock: Clock;
}

/** Logs a person in, as rows. Returns the token. */
const insertSession = async (tx: Tx, userId: string, now: number): Promise<string> => {
  const token = newSecret();
  const dates = { created_at: now, last_used_at: now, expires_at: now + 30 * DAY_MS };
  await tx
    .insertInto('sessions')
    .values({ token_hash: secretDigest(token), user_id: userId, ...dates })
    .execute();
  return token;
};

const withToken = (token: string) => ({ token, headers: { authorization: `Bearer ${token}` } });

/** A person with a session, written as rows: quick, and no password opens the account. */
export const aUser = async (
  { database, clock }: Place,
  { role = 'USER', fullName = 'Meera Nair', email = `person-${nextNumber()}@school.example` }: PersonFacts = {},
): Promise<Person> => {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const id = await insertTestUser(tx, now, { role, fullName, email });
    return { id, email, ...withToken(await insertSession(tx, id, now)) };
  });
};

/** The same person with a new session: the earlier one has ended. */
export const aLaterSession = async ({ database, clock }: Place, person: Person): Promise<Person> => {
  const token = await database.transaction((tx) => insertSession(tx, person.id, clock.now()));
  return { ...person, ...withToken(token) };
};

interface PersonFacts {
  role?: Role;
  fullName?: string;
  email?: string;
}

export const anAdmin = (app: Place, facts: Omit<PersonFacts, 'role'> = {}): Promise<Person> =>
  aUser(app, { fullName: 'Asha Admin', ...facts, role: 'ADMIN' });

const PRICE = { amountInPaise: 49_900, currency: 'INR' };

/** Records an event of the provider, and lets the jobs of the ledger run. */
const recordEvent = async (app: TestApp, event: ProviderEvent): Promise<void> => {
  const ledger = createLedger(app, 'razorpay');
  const origin = { source: { kind: 'ledger' }, mode: 'test' } as const;
  await app.database.transaction((tx) => ledger.record(tx, [event], origin));
  await app.jobs.runDue('accounting');
};

/** A captured payment for the bundle, now. */
const aPayment = async (app: TestApp, userId: string): Promise<void> => {
  const now = app.clock.now();
  const ref = `sub_${newId().slice(0, 14)}`;
  await app.database.db
    .insertInto('payment_attempts')
    .values({
      id: newId(),
      user_id: userId,
      provider: 'razorpay',
      mode: 'test',
      key_id: 'rzp_test_key',
      plan_ref: 'plan_test',
      plan_version_id: 'yearly-bundle-1',
      amount_in_paise: PRICE.amountInPaise,
      currency: PRICE.currency,
      cycles: 1,
      subscription_ref: ref,
      state: 'open',
      creating_until: 0,
      provider_status: 'active',
      provider_status_at: now,
      is_over: 0,
      auto_renew: 0,
      expires_at: now + DAY_MS,
      checked_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordEvent(app, {
    kind: 'payment',
    id: `pay_${newId().slice(0, 14)}`,
    subscriptionRef: ref,
    status: 'captured',
    money: PRICE,
    method: 'card',
    initiatedAt: now,
    isConfirmed: true,
  });
};

/** A person whose bundle was paid just now. */
export const aSubscriber = async (app: TestApp, facts: Omit<PersonFacts, 'role'> = {}): Promise<Person> => {
  const person = await aUser(app, facts);
  await aPayment(app, person.id);
  return person;
};

/** Gives a person a year of everything, or of one course. */
export const grantAccess = async ({ database, clock }: Place, { id }: Person, scope = 'everything'): Promise<void> => {
  const now = clock.now();
  await database.db
    .insertInto('access_changes')
    .values({
      id: newId(),
      user_id: id,
      kind: 'grant',
      scope,
      source: 'admin',
      at: now,
      until: now + 365 * DAY_MS,
      payment_id: null,
      days: 0,
      changed_by: 'an admin',
      reason: 'A scholarship',
    })
    .execute();
};

/** A person with a right to one course. */
export const aHolder = async (
  app: TestApp,
  courseId: string,
  given: Parameters<typeof aUser>[1] = {},
): Promise<Person> => {
  const person = await aUser(app, given);
  await grantAccess(app, person, courseId);
  return person;
};

const paymentOf = async ({ database: { db } }: TestApp, userId: string): Promise<string> => {
  const { provider_payment_id: id } = await db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
};

/** The bank of a user disputes what was paid. */
export const disputePayment = async (app: TestApp, userId: string, status: DisputeEvent['status']): Promise<void> => {
  const paymentId = await paymentOf(app, userId);
  await recordEvent(app, { kind: 'dispute', id: 'disp_1', paymentId, status, phase: 'chargeback', money: PRICE });
};

/** Refunds in full what a user paid. */
export const refundAll = async (app: TestApp, userId: string): Promise<void> => {
  const paymentId = await paymentOf(app, userId);
  const refund = { id: 'rfnd_1', paymentId, status: 'processed', money: PRICE, at: app.clock.now() } as const;
  await recordEvent(app, { kind: 'refund', ...refund });
};

/** A published course, written as a row. Returns its id. */
export const aCourse = async (
  { database, clock }: Place,
  { title = 'Reading the monsoon', category = 'Science', createdBy = 'Ila Rao', description = 'Clouds and wind.' } = {},
): Promise<string> => {
  const id = newId();
  const now = clock.now();
  await database.transaction(async (tx) => {
    const columns = toColumns(CourseFields.parse({ title, category, createdBy, description }));
    await insertCourse(tx, { ...columns, id, author_id: null, thumbnail_key: null, published_at: now, now });
    await indexCourses(tx, database, [id], now);
    await database.topics.raise(tx, 'catalog');
  });
  return id;
};

/** Published courses of one title as another version left them: not indexed, and without addresses. */
export const coursesOfBefore = async ({ database, clock }: Place, count: number, title: string): Promise<void> => {
  const columns = toColumns(
    CourseFields.parse({ title, category: 'Craft', createdBy: 'Ila Rao', description: 'Clay.' }),
  );
  const now = clock.now();
  const shown = { author_id: null, thumbnail_key: null, published_at: now, now };
  await database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) await insertCourse(tx, { ...columns, ...shown, id: newId() });
    await database.topics.raise(tx, 'catalog');
  });
};

let lastPosition = 0;

const insertPlayableVideo = async (tx: Db, lectureId: string, key: string, now: number): Promise<void> => {
  const file = { name: 'video.mp4', key, content_type: 'video/mp4', facts: null };
  await tx
    .insertInto('media_files')
    .values({ ...file, lecture_id: lectureId, version: 1, served_until: null })
    .execute();
  const work = { state: 'ready' as const, is_playable: 1, is_complete: 0, plays_earlier: 0, pipeline_version: 1 };
  const idle = { failure: null, progress_percent: null, job_id: null };
  await tx
    .insertInto('video_work')
    .values({ ...work, ...idle, lecture_id: lectureId, updated_at: now })
    .execute();
};

/** A published lecture, written as a row: there is no video to play. Returns its id. */
export const aLecture = async (
  { database, clock }: Place,
  {
    courseId,
    title = 'Warm land, cool sea',
    durationMs = 600_000,
    isFreePreview = false,
  }: { courseId: string; title?: string; durationMs?: number | null; isFreePreview?: boolean },
): Promise<string> => {
  const id = newId();
  const now = clock.now();
  await database.transaction(async (tx) => {
    const video = {
      kind: 'video' as const,
      video_key: `videos/${id}-1.mp4`,
      content_type: 'video/mp4',
      size_bytes: 1000,
    };
    await insertLecture(tx, {
      ...video,
      id,
      course_id: courseId,
      section_id: null,
      title,
      description: 'Where the wind begins.',
      position: (lastPosition += 1),
      duration_ms: durationMs,
      is_free_preview: isFreePreview ? 1 : 0,
      published_at: now,
      now,
    });
    await insertPlayableVideo(tx, id, video.video_key, now);
    await indexCourses(tx, database, [courseId], now);
    await database.topics.raise(tx, 'catalog');
  });
  return id;
};

/** Makes a user a teacher or an assistant of a course. */
export const joinCourse = async (
  { database, clock }: Place,
  { courseId, userId, role }: { courseId: string; userId: string; role: CourseRole },
): Promise<void> =>
  database.transaction(async (tx) => {
    const row = { course_id: courseId, user_id: userId, role, created_at: clock.now(), created_by: null };
    await tx.insertInto('course_people').values(row).execute();
    await database.topics.raise(tx, 'course-people');
  });
