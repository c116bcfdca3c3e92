import { formatCalendarDay } from '../../format.ts';
import { pages } from '../../pages.ts';
import { EXAMPLE, noticesOf, withQuery } from '../notice.ts';

const notice = noticesOf('account');

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
    title: ({ isRefund, isReversal, amountInPaise }, { money }) => {
      if (isReversal) return `Your payment of ${money(amountInPaise)} was reversed`;
      return isRefund ? `Your refund of ${money(amountInPaise)}` : `Your receipt for ${money(amountInPaise)}`;
    },
    text: ({ isRefund, number }) => (isRefund ? `Credit note ${number}` : `Receipt ${number}`),
    path: () => pages.profile.path,
    email: 'own',
  }),
  /** To who says that they have paid the school itself. Once it is confirmed, the receipt tells them. */
  notice('payment_request', {
    name: ['Payments to the school', 'That we look for yours, and what came of it'],
    content: ({ string, paise, oneOf }) => ({
      requestId: string,
      state: oneOf(['waiting', 'refused', 'expired']),
      order: string,
      planName: string,
      amountInPaise: paise,
      /** Of a refusal. */
      reason: string,
    }),
    title: ({ state, amountInPaise }, { money }) =>
      ({
        waiting: `We look for your payment of ${money(amountInPaise)}`,
        refused: `We could not confirm your payment of ${money(amountInPaise)}`,
        expired: `We have not found your payment of ${money(amountInPaise)}`,
      })[state],
    text: ({ state, order, planName, reason }) =>
      ({
        waiting: `Order ${order}, ${planName}. It opens when the school has found the payment.`,
        refused: `Order ${order}: ${reason}`,
        expired: `Order ${order}, ${planName}. The price was kept for 7 days. If you have paid, ask the school.`,
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
    content: ({ string, paise }) => ({
      requestId: string,
      order: string,
      byName: string,
      planName: string,
      amountInPaise: paise,
      /** Such as `by UPI`. */
      how: string,
    }),
    title: ({ byName, amountInPaise, how }, { money }) => `${byName} says that ${money(amountInPaise)} was paid ${how}`,
    text: ({ order, planName }) => `Order ${order}, ${planName}. Look at your account, then confirm or refuse it.`,
    path: ({ requestId }) => `${pages.paymentRequests.path}?request=${requestId}`,
    email: ['Payment to confirm', 'To admins, when a buyer says that they have paid'],
    example: {
      requestId: 'example',
      order: '7K3F-9QXZ',
      byName: 'Asha Rao',
      planName: 'Yearly bundle',
      amountInPaise: 49_900,
      how: 'by UPI',
    },
  }),
  notice('part_due', {
    name: ['Payment in parts', 'Before a part is due, on its day, and when it is overdue'],
    content: ({ string, paise, instant, flag, oneOf }) => ({
      planName: string,
      /** Of all parts that are due. */
      amountInPaise: paise,
      /** A day such as `2026-12-01`. */
      dueOn: string,
      when: oneOf(['ahead', 'today', 'over']),
      pausesAt: instant,
      isPaused: flag,
    }),
    title: ({ amountInPaise, dueOn, when }, { money }) =>
      ({
        ahead: `${money(amountInPaise)} is due on ${formatCalendarDay(dueOn)}`,
        today: `${money(amountInPaise)} is due today`,
        over: `${money(amountInPaise)} was due on ${formatCalendarDay(dueOn)}`,
      })[when],
    text: ({ planName, pausesAt, isPaused }, { date }) =>
      isPaused
        ? `${planName}. Pay it to continue where you left off.`
        : `${planName}. Without it, your access pauses after ${date(pausesAt)}.`,
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
      /** Null for access to everything; `planId` is that of a plan on sale that opens the course. */
      course: object({ title: string, planId: string.nullable() }).nullable(),
      /** Whether every plan on sale is for a year. */
      isForYear: flag,
    }),
    title: ({ days, endsAt, course }, { date }) => {
      const what = course === null ? 'Your access' : `Your access to “${course.title}”`;
      return days === 0 ? `${what} has ended` : `${what} ends on ${date(endsAt)}`;
    },
    text: ({ days }) => {
      if (days === 0) return 'Your progress and notes are kept.';
      return days === 1 ? 'One day left' : `${days} days left`;
    },
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
    title: ({ what, endsAt }, { date }) =>
      `Your access ${what === '' ? '' : `to “${what}” `}was extended until ${date(endsAt)}`,
    text: () => 'You don’t have to do anything.',
    path: () => pages.learning.path,
    email: ['Access extended', 'When the school gives a person more time'],
    example: { what: 'Vedic Mathematics', endsAt: EXAMPLE.at },
  }),
  /** The file with the data of the user can be downloaded. */
  notice('export_ready', {
    name: ['Your data', 'When the file that you requested is ready'],
    content: ({ string, instant }) => ({ exportId: string, expiresAt: instant }),
    title: () => 'Your data is ready',
    text: ({ expiresAt }, { date }) => `Download it until ${date(expiresAt)}.`,
    path: () => pages.security.path,
    email: ['Your data is ready', 'When a person can download their data'],
    example: { exportId: 'example', expiresAt: EXAMPLE.at },
  }),
  /** For the admin who requested it. */
  notice('school_export_ready', {
    isForStaff: true,
    name: ['Export of the school', 'When the file that you requested is ready'],
    content: ({ string, instant }) => ({ exportId: string, expiresAt: instant }),
    title: () => 'The export of the school is ready',
    text: ({ expiresAt }, { date }) => `Download it until ${date(expiresAt)}.`,
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
    title: () => 'You have a gift',
    path: () => pages.home.path,
    email: 'own',
  }),
] as const;
