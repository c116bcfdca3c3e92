import { countOf, formatCount } from '../format.ts';
import type { NoticeFormat } from '../notices/notice.ts';

interface Sold {
  sales: number;
  inPaise: number;
  more: number;
  plans: readonly { name: string; sales: number }[];
}
interface Begun {
  people: number;
  finished: number;
  courseTitle: string | null;
}

const months = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const MAX_PLANS = 4;

const salesOf = ({ sales, inPaise }: Sold, { money }: Pick<NoticeFormat, 'money'>): string =>
  `${countOf(sales, 'sale')}, ${money(inPaise)}`;
const plansOf = (plans: Sold['plans']): string => {
  if (plans.length > MAX_PLANS) return `${countOf(plans.length, 'plan')}.`;
  return plans.length === 0 ? '' : `${plans.map(({ name, sales }) => `${formatCount(sales)} ${name}`).join(', ')}.`;
};
const waiting = (count: number): string => `${countOf(count, 'question')} ${count === 1 ? 'waits' : 'wait'}`;
const begin = ({ people, finished }: Begun): string =>
  [
    ...(people > 0 ? [`${countOf(people, 'person', 'people')} began a course`] : []),
    ...(finished > 0
      ? [
          people > 0
            ? `${formatCount(finished)} finished one`
            : `${countOf(finished, 'person', 'people')} finished a course`,
        ]
      : []),
  ].join(', ');

/** The sentences of the email about a week. */
export const weekTexts = {
  /** "23 to 29 November". */
  days: (from: string, to: string): string =>
    months.formatRange(new Date(from), new Date(to)).replace(/\s*–\s*/, ' to '),
  heading: (name: string) => (name === '' ? 'Your week' : `Your week, ${name}`),
  subject: (
    { sold, begun, asked }: { sold: Sold | null; begun: Begun | null; asked: { count: number } | null },
    format: Pick<NoticeFormat, 'money'>,
  ): string =>
    [
      ...(sold ? [salesOf(sold, format)] : []),
      ...(asked ? [waiting(asked.count)] : []),
      ...(!sold && begun ? [begin(begun)] : []),
    ].join(', ') || 'Your week',
  sold: (sold: Sold, format: Pick<NoticeFormat, 'money'>) => ({
    title: `${salesOf(sold, format)} after refunds`,
    text: [
      plansOf(sold.plans),
      sold.more === 0
        ? ''
        : `${formatCount(Math.abs(sold.more))} ${sold.more > 0 ? 'more' : 'fewer'} than the week before.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  begun: (begun: Begun) => ({
    title: begin(begun),
    text: begun.courseTitle === null ? '' : `Most began ${begun.courseTitle}.`,
  }),
  stuck: ({ people, courseTitle }: { people: number; courseTitle: string }, days: number) => ({
    title: `${countOf(people, 'person', 'people')} ${people === 1 ? 'was' : 'were'} not seen for ${days} days in ${courseTitle}`,
    text: '',
  }),
  asked: (count: number, since: string) => ({ title: waiting(count), text: `The oldest since ${since}.` }),
  others: (others: number) =>
    others === 0 ? '' : `And ${countOf(others, 'more kind', 'more kinds')} on your overview.`,
  labels: { sold: 'Sold', begun: 'Begun', stuck: 'Stuck', asked: 'Asked', toDo: 'To do' },
  button: 'Open your overview',
} as const;
