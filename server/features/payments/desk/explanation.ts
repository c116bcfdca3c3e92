import type { z } from 'zod';
import type { Explanation } from '#contract/people.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import {
  changesInForce,
  type Entitlement,
  entitlement,
  extensionOf,
  isPaidAfter,
  type PaidTerm,
  stands,
} from '../entitlement.ts';
import { type AccessFacts, accessFactsOf } from '../entitlement.queries.ts';
import type { Gateway } from '../gateway.ts';
import type { Mode } from '../provider.ts';
import type { SchoolCalendar } from '../school-calendar.ts';
import { disputesOfPayments } from '../purchases.queries.ts';
import { toSubscription } from '../subscription-answer.ts';
import { hasBegunToBuy, type PaymentOfPerson, paymentsOfPerson } from './explanation.queries.ts';
import { emailsOf, findPerson, type PersonRow } from './people.queries.ts';
import { type ChangeByHand, changesByHand } from './timeline.queries.ts';
import type { ToMoney } from './timeline.ts';

type Answer = z.input<typeof Explanation>;
type Fact = Answer['facts'][number];

const { access: words, timeline, by: names } = salesMessages;

interface Known {
  name: string;
  facts: AccessFacts;
  entitled: Entitlement;
  payments: PaymentOfPerson[];
  mode: Mode;
  now: number;
  hasBegun: boolean;
  /** The last purchase is gone by a dispute that was lost. */
  isLost: boolean;
}

const whyOpen = ({ name, facts, entitled, now }: Known, date: (at: number) => string): string => {
  const { term, accessUntil = 0, endsAt = 0 } = entitled;
  const { kept } = changesInForce(facts.changes);
  if (!term || term.accessUntil < accessUntil) return words.granted(name, date(accessUntil));
  if (accessUntil <= now) return words.grace(name, date(endsAt));
  return extensionOf(term.paymentId, kept) > 0
    ? words.extended(name, date(accessUntil), date(term.paidAt))
    : words.paid(name, date(accessUntil), date(term.paidAt));
};

const lastPaid = ({ terms }: AccessFacts): PaidTerm | undefined => terms.toSorted((a, b) => b.paidAt - a.paidAt)[0];

const whyItFell = ({ name, payments, isLost }: Known, term: PaidTerm, date: (at: number) => string): string => {
  const paidOn = date(term.paidAt);
  if (term.isDisputed) return isLost ? words.disputeLost(name, paidOn) : words.disputed(name, paidOn);
  const isDone = payments.find((payment) => payment.provider_payment_id === term.paymentId)?.standing === 'refunded';
  return isDone ? words.givenBack(name, paidOn) : words.notGivenBackYet(name, paidOn);
};

const whyClosed = (known: Known, date: (at: number) => string): string => {
  const { name, facts, entitled, payments, mode, hasBegun } = known;
  const { revokedAt } = changesInForce(facts.changes);
  const last = lastPaid(facts);
  if (revokedAt > -Infinity && (!last || !isPaidAfter(last.paidAt, revokedAt)))
    return words.revoked(name, date(revokedAt));
  const { accessUntil } = entitled;
  // What had ended before the last purchase explains nothing.
  if (last && !stands(last) && (accessUntil === undefined || last.accessUntil > accessUntil))
    return whyItFell(known, last, date);
  if (accessUntil !== undefined) return words.ended(name, date(accessUntil));
  const here = payments.filter((payment) => payment.mode === mode);
  if (here.some(({ standing }) => standing === 'wrong_amount')) return words.wrongAmount(name);
  if (here.length > 0) return words.notPaid(name);
  if (payments.some(({ status }) => status === 'captured')) return words.otherMode(name);
  return hasBegun ? words.notPaid(name) : words.nothing(name);
};

const factOfPayment = (payment: PaymentOfPerson, money: ToMoney, date: (at: number) => string): Fact => {
  const { captured_at: at, access_until: until, standing, mode } = payment;
  const amount = money(payment.amount_in_paise);
  const text =
    at === null
      ? payment.status === 'failed'
        ? timeline.paymentFailed(payment.failure ?? '')
        : timeline.paymentIs(payment.status)
      : [
          timeline.paid(amount),
          standing === null ? '' : words.standing[standing],
          until === null ? '' : words.paidUntil(date(until)),
          mode === 'test' ? words.pretend : '',
        ]
          .filter((part) => part !== '')
          .join(', ');
  return { at: toInstant(at ?? payment.initiated_at), text, paymentId: payment.provider_payment_id };
};

const textOfChange = ({ kind, until, days, reason }: ChangeByHand, date: (at: number) => string): string => {
  if (kind === 'revoke') return timeline.revoked(reason);
  return kind === 'extend' ? timeline.extended(days, reason) : timeline.granted(date(until ?? 0), reason);
};

export interface ExplanationNeeds {
  db: Db;
  clock: Clock;
  calendar: SchoolCalendar;
  gateway: Gateway;
  money: ToMoney;
}

export const toPerson = ({ id, full_name: fullName, email, role }: PersonRow): Answer['person'] => ({
  _id: id,
  fullName,
  email,
  role,
});

/** Why a person may watch, or not: from the same facts that decide it. Throws `person_not_found`. */
export const createExplanation = ({ db, clock, calendar, gateway, money }: ExplanationNeeds) => {
  const date = (at: number): string => calendar.formatDate(at);

  return async (userId: string): Promise<Answer> => {
    const person = await findPerson(db, userId);
    if (!person) throw fail('person_not_found');
    const [mode, now] = [await gateway.mode(), clock.now()];
    const facts = await accessFactsOf(db, userId, mode);
    const payments = await paymentsOfPerson(db, userId);
    const changes = await changesByHand(db, userId);
    const emails = await emailsOf(db, [...new Set(changes.map((change) => change.changed_by))]);
    const entitled = entitlement(facts.terms, now, facts.changes);
    const hasBegun = await hasBegunToBuy(db, userId);
    const last = lastPaid(facts);
    const disputes = last?.isDisputed ? await disputesOfPayments(db, [last.paymentId]) : [];
    const isLost = disputes.some(({ status }) => status === 'lost');
    const known = { name: person.full_name, facts, entitled, payments, mode, now, hasBegun, isLost };
    const isAdmin = person.role === 'ADMIN';
    const sentence = isAdmin
      ? words.admin(person.full_name)
      : entitled.isActive
        ? whyOpen(known, date)
        : whyClosed(known, date);
    const byHand: Fact[] = changes.map((change) => ({
      at: toInstant(change.at),
      text: textOfChange(change, date),
      paymentId: change.payment_id,
    }));
    return {
      person: toPerson(person),
      mayWatch: isAdmin || entitled.isActive,
      sentence,
      facts: [...payments.map((payment) => factOfPayment(payment, money, date)), ...byHand].toSorted((a, b) =>
        (b.at ?? '').localeCompare(a.at ?? ''),
      ),
      subscription: toSubscription(entitled),
      grants: changes.map((change) => ({
        _id: change.id,
        kind: change.kind,
        at: toInstant(change.at),
        until: change.until === null ? null : toInstant(change.until),
        by: emails.get(change.changed_by) ?? names.unknown,
        reason: change.reason,
      })),
    };
  };
};
