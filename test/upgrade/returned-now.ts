import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { call } from '#test/call.ts';
import type { TestApp } from '#test/start-app.ts';
import { fixture } from './dump.ts';

/** Who sold in the dump. */
export const SELLER = {
  SELLER_NAME: 'Kiln & Loom',
  SELLER_GSTIN: '29ABCDE1234F1Z5',
  SELLER_ADDRESS: '4 Lake Road, Mysuru',
};

const Recorded = z.object({
  clockMs: z.int(),
  people: z.record(z.string(), z.json()),
  sales: z.json(),
  stats: z.json(),
  toDo: z.json(),
  receipts: z.json(),
});

/** A new session for each person of the dump, by the part of the email before the @. */
const signEverybodyIn = async ({ database, clock }: TestApp) => {
  const users = await database.db.selectFrom('users').select(['id', 'email', 'role']).execute();
  const people = users.map((user) => ({ ...user, token: newSecret() }));
  const now = clock.now();
  await database.db
    .insertInto('sessions')
    .values(
      people.map(({ id, token }) => ({
        token_hash: secretDigest(token),
        user_id: id,
        created_at: now,
        last_used_at: now,
        expires_at: now + DAY_MS,
      })),
    )
    .execute();
  const admin = people.find(({ role }) => role === 'ADMIN');
  if (!admin) throw new Error('the dump has no admin');
  return { admin, people };
};

const Json = z.record(z.string(), z.json());
const Purchases = z.array(z.object({ paymentId: z.string() }).catchall(z.json()));
const Explained = z.object({
  access: z.object({
    hasAccess: z.boolean(),
    history: z.array(z.object({ at: z.string() })),
    manualChanges: z.array(z.object({ _id: z.string(), changedBy: z.string() }).catchall(z.json())),
  }),
});
const Continue = z
  .object({ items: z.array(z.object({ lecture: z.object({ title: z.string() }), progress: z.json() })) })
  .catch({ items: [] });

type SignedIn = Awaited<ReturnType<typeof signEverybodyIn>>['people'][number];

const returnedFor = async (app: TestApp, person: SignedIn, admin: SignedIn) => {
  const own = async (path: string) => (await call(app, 'GET', path, { token: person.token })).body;
  const asAdmin = async (path: string) => (await call(app, 'GET', path, { token: admin.token })).body;
  const { user } = z.object({ user: Json }).parse(await own('/user/me'));
  const purchases = Purchases.parse((await own('/payments/mine'))['purchases']);
  const { access } = Explained.parse(await asAdmin(`/admin/people/${person.id}/access`));
  const course = await app.database.db
    .selectFrom('courses')
    .select('id')
    .where('title', '=', 'Reading the monsoon')
    .executeTakeFirstOrThrow();
  return {
    email: person.email,
    subscription: user['subscription'],
    mayWatch: access.hasAccess,
    courseStatus: (await call(app, 'GET', `/courses/${course.id}`, { token: person.token })).status,
    purchases: await Promise.all(
      // That version sold no gifts, one plan, no renewals, and nothing in parts.
      purchases.map(
        async ({
          paymentId,
          isGift: _isGift,
          planName: _name,
          opens: _opens,
          willRenew: _willRenew,
          parts: _parts,
          ...purchase
        }) => ({
          ...purchase,
          timelineAt: z
            .object({ payment: z.object({ timeline: z.array(z.object({ at: z.string() })) }) })
            .parse(await asAdmin(`/admin/payments/${paymentId}`))
            .payment.timeline.map(({ at }) => at),
        }),
      ),
    ),
    facts: access.history.map(({ at }) => at),
    grants: access.manualChanges.map(({ _id, changedBy, undoneAt: _undoneAt, ...change }) => ({
      ...change,
      by: changedBy,
    })),
    continueLectures: Continue.parse(await own('/progress/continue')).items.map(({ lecture, progress }) => [
      lecture.title,
      progress,
    ]),
  };
};

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const SalesItem = z.object({
  userEmail: z.string().nullable(),
  status: z.string(),
  amountInPaise: z.int(),
  refundedInPaise: z.int(),
  paidAt: z.string().nullable(),
  accessUntil: z.string().nullable(),
});
const Sales = z.object({ allPayments: z.object({ count: z.int(), items: z.array(SalesItem) }) }).catchall(z.json());
const Tasks = z.array(z.object({ kind: z.string(), userEmail: z.string().nullable(), amountInPaise: z.int() }));
const Document = z.object({ payment: Json, refund: Json.nullable() }).catchall(z.json());

/** All that the recorded file holds, as this version returns it. */
export const returnedNow = async (app: TestApp): Promise<unknown> => {
  const { admin, people } = await signEverybodyIn(app);
  const asAdmin = async (path: string) => (await call(app, 'GET', path, { token: admin.token })).body;
  const perPerson: [string, unknown][] = [];
  for (const person of people)
    perPerson.push([
      person.id === admin.id ? 'admin' : (person.email.split('@')[0] ?? ''),
      await returnedFor(app, person, admin),
    ]);
  const {
    allPayments,
    success: _sales,
    message: _fetched,
    // Not returned by version 0.1.
    soldInPaise: _sold,
    isBundleAlone: _alone,
    ...sums
  } = Sales.parse(await asAdmin('/payments?count=100'));
  const { success: _stats, message: _counted, ...stats } = await asAdmin('/admin/stats/users');
  const rows = await app.database.db
    .selectFrom('receipts')
    .select(['number', 'kind', 'amount_in_paise', 'document'])
    .orderBy('number')
    .execute();
  return {
    clockMs: app.clock.now(),
    people: Object.fromEntries(perPerson),
    sales: {
      count: allPayments.count,
      payments: allPayments.items
        .map((item) => [
          item.userEmail,
          item.status,
          item.amountInPaise,
          item.refundedInPaise,
          item.paidAt,
          item.accessUntil,
        ])
        .toSorted(byText),
      ...sums,
    },
    stats,
    toDo: Tasks.parse((await asAdmin('/admin/payments/to-do'))['toDo'])
      .map(({ kind, userEmail, amountInPaise }) => [kind, userEmail, amountInPaise])
      .toSorted(byText),
    receipts: rows.map(({ number, kind, amount_in_paise: amountInPaise, document }) => {
      const parsed = Document.parse(JSON.parse(document));
      delete parsed.payment['id'];
      delete parsed.refund?.['id'];
      return { number, kind, amountInPaise, document: parsed };
    }),
  };
};

/** What version 0.1 returned. */
export const readRecorded = async () => Recorded.parse(JSON.parse(await fixture('school-0.1.json')));
