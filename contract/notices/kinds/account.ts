import { paidHow } from '../../billing/by-way.ts';
import { type Parts, partsSaid } from '../../billing/part-messages.ts';
import { type Said, say } from '../../languages/say.ts';
import { pages } from '../../pages.ts';
import { EXAMPLE, noticesOf, withQuery } from '../notice.ts';

const notice = noticesOf('account');

/** Also of the email before access ends. */
export const daysLeft = (count: number): Said =>
  say('{count, plural, one {One day left} other {# days left}}', { count });

/** Notices of before name the parts within the name of the plan. */
const bought = ({ planName, parts }: { planName: string; parts?: Parts | undefined }): Said =>
  parts ? say('{item}, {parts}', { item: planName, parts: partsSaid(parts) }) : planName;

export const accountNotices = [
  notice('receipt', {
    name: ['Receipts and refunds', 'What you paid and what comes back'],
    content: ({ string, paise, flag, object, instant }) => ({
      number: string,
      amountInPaise: paise,
      isRefund: flag,
      /** The payment did not stay: nothing comes back. */
      isReversal: flag.optional(),
      /** Of a gift: its recipient, and when it is sent. */
      gift: object({ recipientName: string, at: instant }).nullable(),
    }),
    title: ({ isRefund, isReversal, amountInPaise }) => {
      const amount = { money: amountInPaise };
      if (isReversal) return say('Your payment of {amount} was reversed', { amount });
      return isRefund ? say('Your refund of {amount}', { amount }) : say('Your receipt for {amount}', { amount });
    },
    text: ({ isRefund, number }) =>
      isRefund ? say('Credit note {number}', { number }) : say('Receipt {number}', { number }),
    path: () => pages.profile.path,
    email: 'own',
  }),
  /** To who says that they have paid the school itself. Once it is confirmed, the receipt tells them. */
  notice('payment_request', {
    name: ['Payments to the school', 'That we look for yours, and what came of it'],
    content: ({ plan, string, paise, oneOf, integer, object }) => ({
      requestId: string,
      state: oneOf(['waiting', 'refused', 'expired']),
      order: string,
      ...plan,
      parts: object({ from: integer, to: integer, of: integer }).optional(),
      amountInPaise: paise,
      /** Of a refusal. */
      reason: string,
    }),
    title: ({ state, amountInPaise }) => {
      const amount = { money: amountInPaise };
      return {
        waiting: say('We look for your payment of {amount}', { amount }),
        refused: say('We could not confirm your payment of {amount}', { amount }),
        expired: say('We have not found your payment of {amount}', { amount }),
      }[state];
    },
    text: ({ state, order, reason, ...content }) =>
      ({
        waiting: say('Order {order}, {planName}. It opens when the school has found the payment.', {
          order,
          planName: bought(content),
        }),
        refused: say('Order {order}: {reason}', { order, reason }),
        expired: say('Order {order}, {planName}. The price was kept for 7 days. If you have paid, ask the school.', {
          order,
          planName: bought(content),
        }),
      })[state],
    path: ({ requestId }) => pages.paymentRequest.path.replace(':requestId', requestId),
    email: ['Payment to the school', 'When a buyer says that they have paid, and when it was refused or not found'],
    example: {
      requestId: 'example',
      state: 'waiting',
      order: '7K3F-9QXZ',
      planName: 'Yearly bundle',
      amountInPaise: 49_900,
      reason: '',
    },
  }),
  /** To those who confirm payments. */
  notice('payment_waits', {
    isForStaff: true,
    name: ['Payments to confirm', 'When a buyer says that they have paid the school'],
    content: ({ plan, string, paise, integer, object }) => ({
      requestId: string,
      order: string,
      byName: string,
      ...plan,
      parts: object({ from: integer, to: integer, of: integer }).optional(),
      amountInPaise: paise,
      /** A way to pay the school. */
      how: string,
    }),
    title: ({ byName, amountInPaise, how }) =>
      say('{byName} says that {amount} was paid {how}', {
        byName,
        amount: { money: amountInPaise },
        how: paidHow(how),
      }),
    text: ({ order, ...content }) =>
      say('Order {order}, {planName}. Look at your account, then confirm or refuse it.', {
        order,
        planName: bought(content),
      }),
    path: ({ requestId }) => `${pages.paymentRequests.path}?request=${requestId}`,
    email: ['Payment to confirm', 'To admins, when a buyer says that they have paid'],
    example: {
      requestId: 'example',
      order: '7K3F-9QXZ',
      byName: 'Asha Rao',
      planName: 'Yearly bundle',
      amountInPaise: 49_900,
      how: 'upi',
    },
  }),
  notice('part_due', {
    name: ['Payment in parts', 'Before a part is due, on its day, and when it is overdue'],
    content: ({ plan, string, paise, instant, flag, oneOf }) => ({
      ...plan,
      /** Of all parts that are due. */
      amountInPaise: paise,
      /** A day such as `2026-12-01`. */
      dueOn: string,
      when: oneOf(['ahead', 'today', 'over']),
      pausesAt: instant,
      isPaused: flag,
    }),
    title: ({ amountInPaise, dueOn, when }) => {
      const [amount, day] = [{ money: amountInPaise }, { day: dueOn }];
      return {
        ahead: say('{amount} is due on {day}', { amount, day }),
        today: say('{amount} is due today', { amount }),
        over: say('{amount} was due on {day}', { amount, day }),
      }[when];
    },
    text: ({ planName, pausesAt, isPaused }) =>
      isPaused
        ? say('{planName}. Pay it to continue where you left off.', { planName })
        : say('{planName}. Without it, your access pauses after {date}.', { planName, date: { date: pausesAt } }),
    path: () => pages.profile.path,
    email: ['Part due', 'Before a part of a price is due, on its day, and when it is overdue'],
    example: {
      planName: 'Yearly bundle',
      amountInPaise: 200_000,
      dueOn: '2026-12-01',
      when: 'ahead',
      pausesAt: EXAMPLE.at,
      isPaused: false,
    },
  }),
  notice('access_ending', {
    name: ['End of access', 'Before your access ends'],
    content: ({ integer, instant, object, string, flag }) => ({
      /** 0 on the last day. */
      days: integer,
      endsAt: instant,
      /** Null for access to everything; old ones have no `id`; `planId` is that of a plan on sale that opens the course. */
      course: object({ id: string.optional(), title: string, planId: string.nullable() }).nullable(),
      /** Whether every plan on sale is for a year. */
      isForYear: flag,
    }),
    title: ({ days, endsAt, course }) => {
      const date = { date: endsAt };
      if (course === null)
        return days === 0 ? say('Your access has ended') : say('Your access ends on {date}', { date });
      const { title } = course;
      return days === 0
        ? say('Your access to “{title}” has ended', { title })
        : say('Your access to “{title}” ends on {date}', { title, date });
    },
    text: ({ days }) => (days === 0 ? say('Your progress and notes are kept.') : daysLeft(days)),
    path: ({ course }) =>
      typeof course?.planId === 'string'
        ? withQuery(pages.checkout.path, { plan: course.planId })
        : pages.checkout.path,
    email: 'own',
  }),
  notice('access_extended', {
    name: ['More time', 'When the school extends your access'],
    content: ({ string, instant }) => ({
      /** The course or the plan; '' for all that the person has. */
      what: string,
      endsAt: instant,
    }),
    title: ({ what, endsAt }) => {
      const date = { date: endsAt };
      return what === ''
        ? say('Your access was extended until {date}', { date })
        : say('Your access to “{what}” was extended until {date}', { what, date });
    },
    text: () => say('You don’t have to do anything.'),
    path: () => pages.learning.path,
    email: ['Access extended', 'When the school gives a person more time'],
    example: { what: 'Vedic Mathematics', endsAt: EXAMPLE.at },
  }),
  /** The file with the data of the user can be downloaded. */
  notice('export_ready', {
    name: ['Your data', 'When the file that you requested is ready'],
    content: ({ string, instant }) => ({ exportId: string, expiresAt: instant }),
    title: () => say('Your data is ready'),
    text: ({ expiresAt }) => say('Download it until {date}.', { date: { date: expiresAt } }),
    path: () => pages.security.path,
    email: ['Your data is ready', 'When a person can download their data'],
    example: { exportId: 'example', expiresAt: EXAMPLE.at },
  }),
  /** For the admin who requested it. */
  notice('school_export_ready', {
    isForStaff: true,
    name: ['Export of the school', 'When the file that you requested is ready'],
    content: ({ string, instant }) => ({ exportId: string, expiresAt: instant }),
    title: () => say('The export of the school is ready'),
    text: ({ expiresAt }) => say('Download it until {date}.', { date: { date: expiresAt } }),
    path: () => pages.movingSettings.path,
    email: ['Export of the school is ready', 'To the admin who requested it'],
    example: { exportId: 'example', expiresAt: EXAMPLE.at },
  }),
  /** To an address that may have no account. */
  notice('gift', {
    channels: { app: 'off' },
    isForAddress: true,
    name: ['Gifts', ''],
    content: ({ string, integer }) => ({ giftId: string, delivery: integer }),
    title: () => say('You have a gift'),
    path: () => pages.home.path,
    email: 'own',
  }),
] as const;
