import type { z } from 'zod';
import type { Explanation } from '#contract/access/access-explanation.ts';
import { historyTexts, paidWords } from '#contract/billing/history-texts.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import type { Said, Value, Write } from '#contract/languages/say.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { AccessChangeRow } from '#server/database/tables/access.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import {
  type AccessHistory,
  accessHistoryOf,
  changesInForce,
  type Entitlement,
  entitlement,
  EVERYTHING,
  historyOfScope,
  isPaidAfter,
  type PaidTerm,
  stands,
  toSubscription,
} from '../entitlement/entitlement.ts';
import { isForLife } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import { readReturns } from '../returns/returns.ts';
import { type AdminPaymentRow, paymentsOfUser } from './payment-list.queries.ts';
import { emailsOf, findPerson, hasStartedCheckout, manualChangesOf, type ExplainedPerson } from './people.queries.ts';
import { explainCourses } from './course-explanation.ts';
import { reasonsOf } from './reasons.ts';

type Response = z.input<typeof Explanation>;
type Step = Response['history'][number];

const { access: messages, timeline, source: names } = salesMessages;

/** A day as a value of a sentence. */
const sayDay = (at: number): Value => {
  const date = { date: toInstant(at) };
  return isForLife(at) ? messages.forLife(date) : date;
};

interface Known {
  name: string;
  history: AccessHistory;
  entitled: Entitlement;
  payments: AdminPaymentRow[];
  /** Those that were ever open alone. */
  courses: Response['courses'];
  mode: Mode;
  now: number;
  hasStarted: boolean;
  /** The last purchase was lost in a dispute. */
  isLost: boolean;
}

/** Whether a payment was made for this user's own access, or its gift is redeemed. */
const isOwn = ({ gift_id: giftId, user_id: holderId, redeemed_at: redeemedAt }: AdminPaymentRow, userId: string) =>
  giftId === null || (holderId === userId && redeemedAt !== null);

const whyAccess = ({ name, history, entitled, now }: Known): Said => {
  const { term, accessUntil = 0, endsAt = 0 } = entitled;
  const { kept } = changesInForce(history.changes);
  if (!term || term.accessUntil < accessUntil) return messages.granted(name, sayDay(accessUntil));
  if (accessUntil <= now) return messages.grace(name, sayDay(endsAt));
  const isExtended = kept.some(({ kind, paymentId }) => kind === 'extend' && paymentId === term.paymentId);
  const sentence = term.isGift
    ? messages[isExtended ? 'giftExtended' : 'gift']
    : messages[isExtended ? 'extended' : 'paid'];
  return sentence(name, sayDay(accessUntil), sayDay(term.paidAt));
};

const lastPaid = ({ terms }: AccessHistory): PaidTerm | undefined => terms.toSorted((a, b) => b.paidAt - a.paidAt)[0];

const whyEndedEarly = ({ name, payments, isLost }: Known, term: PaidTerm): Said => {
  const paidOn = sayDay(term.paidAt);
  if (term.isGift) return (term.isDisputed ? messages.giftDisputed : messages.giftRefunded)(name, paidOn);
  if (term.isDisputed) return isLost ? messages.disputeLost(name, paidOn) : messages.disputed(name, paidOn);
  const isDone = payments.find((payment) => payment.provider_payment_id === term.paymentId)?.standing === 'refunded';
  return isDone ? messages.refunded(name, paidOn) : messages.refundPending(name, paidOn);
};

const whyNoAccess = (known: Known): Said => {
  const { name, history, entitled, payments, courses, mode, hasStarted } = known;
  const open = courses.filter(({ hasAccess }) => hasAccess);
  if (open.length > 0)
    return messages.courses(
      name,
      open.map(({ title }) => title),
    );
  const { revokedAt } = changesInForce(history.changes);
  const last = lastPaid(history);
  if (revokedAt > -Infinity && (!last || !isPaidAfter(last.paidAt, revokedAt)))
    return messages.revoked(name, sayDay(revokedAt));
  const { accessUntil, pausesWith, endsAt } = entitled;
  if (pausesWith !== undefined && endsAt !== undefined) return messages.paused(name, sayDay(endsAt));
  // Access that had ended before the last purchase explains nothing.
  if (last && !stands(last) && (accessUntil === undefined || last.accessUntil > accessUntil))
    return whyEndedEarly(known, last);
  if (accessUntil !== undefined) return messages.ended(name, sayDay(accessUntil));
  if (courses.length > 0) return messages.coursesClosed(name);
  const here = payments.filter((payment) => payment.mode === mode);
  if (here.some(({ standing }) => standing === 'wrong_amount')) return messages.wrongAmount(name);
  if (here.length > 0) return messages.notPaid(name);
  if (payments.some(({ status }) => status === 'captured')) return messages.otherMode(name);
  return hasStarted ? messages.notPaid(name) : messages.nothing(name);
};

const whatWasPaid = (payment: AdminPaymentRow, userId: string): Said => {
  if (payment.gift_id === null) return paidWords.paid(payment.amount_in_paise);
  if (isOwn(payment, userId)) return timeline.gotGift(payment.full_name ?? names.deletedUser);
  return timeline.paidForGift(payment.amount_in_paise, payment.recipient_name ?? '');
};

const stepOfPayment = (payment: AdminPaymentRow, userId: string, write: Write): Step => {
  const { standing, mode } = payment;
  const at = payment.redeemed_at !== null && isOwn(payment, userId) ? payment.redeemed_at : payment.captured_at;
  const until = isOwn(payment, userId) ? payment.access_until : null;
  const text =
    at === null
      ? payment.status === 'failed'
        ? paidWords.paymentFailed(payment.failure ?? '')
        : paidWords.paymentIs(payment.status)
      : [
          whatWasPaid(payment, userId),
          standing === null ? '' : messages.standing[standing],
          until === null ? '' : messages.paidUntil(sayDay(until)),
          mode === 'test' ? messages.testMoney : '',
        ]
          .filter((part) => part !== '')
          .map(write)
          .join(', ');
  return { at: toInstant(at ?? payment.initiated_at), text: write(text), paymentId: payment.provider_payment_id };
};

const changeKinds = { grant: 'access_granted', extend: 'access_extended', revoke: 'access_revoked' } as const;
const kindOf = ({ kind, extension_id: extensionId }: AccessChangeRow) =>
  extensionId === null ? changeKinds[kind] : 'access_extended';

const sentenceOf = (
  { full_name: name, role, blocked_at: blockedAt }: Pick<ExplainedPerson, 'full_name' | 'role' | 'blocked_at'>,
  known: Known,
): Said => {
  if (blockedAt !== null) return messages.blocked(name, sayDay(blockedAt));
  if (role === 'ADMIN') return messages.admin(name);
  return known.entitled.isActive ? whyAccess(known) : whyNoAccess(known);
};

/** Changes of the access to a course begin with its title. */
const changeTexts = (courses: Response['courses'], write: Write) => {
  const titles = new Map(courses.map(({ courseId, title }) => [courseId, title]));
  return (change: AccessChangeRow): string => {
    const text = historyTexts[kindOf(change)](change, sayDay);
    const title = titles.get(change.scope);
    const said = title === undefined ? text : messages.ofCourse(title, text);
    return write(change.undone_at === null ? said : messages.undone(said));
  };
};

const toPerson = ({ id, full_name: fullName, email, role }: ExplainedPerson): Response['person'] => ({
  _id: id,
  fullName,
  email,
  role,
});

/** The reasons that outweigh purchases. */
const ofAccount = (
  { role, blocked_at: blockedAt }: Pick<ExplainedPerson, 'role' | 'blocked_at'>,
  write: Write,
): Response['reasons'] => [
  ...(blockedAt === null
    ? []
    : [{ effect: 'closes' as const, text: write(messages.blockedSince(sayDay(blockedAt))), paymentId: null }]),
  ...(role === 'ADMIN' ? [{ effect: 'opens' as const, text: write(messages.isAdmin), paymentId: null }] : []),
];

/**
 * Why a user has access, or not, from the history that decides it. Without payments, only its sentence may name one.
 * Throws `person_not_found`.
 */
export const createExplanation =
  ({ database: { db }, clock, settings }: BillingPlatform) =>
  async (userId: string, write: Write, { withPayments = true } = {}): Promise<Response> => {
    const person = await findPerson(db, userId);
    if (!person) throw fail('person_not_found');
    const [mode, now] = [await settings.purchaseMode(), clock.now()];
    const whole = await accessHistoryOf(db, userId, mode);
    const history = historyOfScope(whole, EVERYTHING);
    const payments = await paymentsOfUser(db, userId);
    const changes = await manualChangesOf(db, userId);
    const courses = await explainCourses(db, whole, { now, write });
    const textOfChange = changeTexts(courses, write);
    const emails = await emailsOf(db, [...new Set(changes.map((change) => change.changed_by))]);
    const entitled = entitlement(history, now);
    const hasStarted = await hasStartedCheckout(db, userId);
    const last = lastPaid(history);
    const returnsOf = await readReturns(db, last ? [last.paymentId] : []);
    const isLost = last !== undefined && returnsOf(last.paymentId).disputes.some(({ status }) => status === 'lost');
    const own = payments.filter((payment) => isOwn(payment, userId));
    const known = { name: person.full_name, history, entitled, payments: own, courses, mode, now, hasStarted, isLost };
    const isAdmin = person.role === 'ADMIN';
    const shown = withPayments ? payments : [];
    const { blocked_at: blockedAt } = person;
    const changeSteps: Step[] = changes.map((change) => ({
      at: toInstant(change.at),
      text: textOfChange(change),
      paymentId: change.payment_id,
    }));
    return {
      person: toPerson(person),
      hasAccess: blockedAt === null && (isAdmin || entitled.isActive),
      sentence: write(sentenceOf(person, known)),
      reasons: [
        ...ofAccount(person, write),
        ...reasonsOf({
          history,
          entitled,
          payments: shown,
          changes: changes.filter(({ scope, kind }) => scope === EVERYTHING || kind === 'extend'),
          now,
          textOfPayment: (payment) => stepOfPayment(payment, userId, write).text,
          textOfChange,
        }),
      ],
      history: [...shown.map((payment) => stepOfPayment(payment, userId, write)), ...changeSteps].toSorted((a, b) =>
        (b.at ?? '').localeCompare(a.at ?? ''),
      ),
      subscription: toSubscription(entitled),
      courses,
      manualChanges: changes.map((change) => ({
        _id: change.id,
        kind: change.kind,
        at: toInstant(change.at),
        until: toInstantOrNull(change.until),
        undoneAt: toInstantOrNull(change.undone_at),
        changedBy: emails.get(change.changed_by) ?? write(change.changed_by === '' ? names.school : names.deletedUser),
        reason: change.reason,
      })),
    };
  };
