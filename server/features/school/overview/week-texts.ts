import { formatCount } from '#contract/format.ts';
import { inARow, type Said, say } from '#contract/languages/say.ts';
import type { ContentOf } from '#contract/notices/notice-kinds.ts';

type Week = ContentOf<'week'>;
type Sold = NonNullable<Week['sold']>;
type Begun = NonNullable<Week['begun']>;

const MAX_PLANS = 4;

const salesOf = ({ sales, inPaise }: Sold): Said =>
  say('{sales, plural, one {# sale} other {# sales}}, {amount}', { sales, amount: { money: inPaise } });

const plansOf = (plans: Sold['plans']): Said[] => {
  if (plans.length > MAX_PLANS) return [say('{count, plural, one {# plan} other {# plans}}.', { count: plans.length })];
  return plans.length === 0 ? [] : [`${plans.map(({ name, sales }) => `${formatCount(sales)} ${name}`).join(', ')}.`];
};

const comparedTo = (more: number): Said[] => {
  const count = Math.abs(more);
  if (count === 0) return [];
  return more > 0
    ? [say('{count, plural, other {#}} more than the week before.', { count })]
    : [say('{count, plural, other {#}} fewer than the week before.', { count })];
};

const waiting = (count: number): Said =>
  say('{count, plural, one {# question waits} other {# questions wait}}', { count });

const begin = ({ people, finished }: Begun): Said => {
  if (finished === 0) return say('{people, plural, one {# person} other {# people}} began a course', { people });
  return people === 0
    ? say('{finished, plural, one {# person} other {# people}} finished a course', { finished })
    : say(
        '{people, plural, one {# person} other {# people}} began a course, {finished, plural, other {#}} finished one',
        { people, finished },
      );
};

/** The sentences of the email about a week. */
export const heading = (name: string): Said => (name === '' ? say('Your week') : say('Your week, {name}', { name }));

export const subject = ({ sold, begun, asked }: Pick<Week, 'sold' | 'begun' | 'asked'>): Said => {
  const [first, second] = [
    ...(sold ? [salesOf(sold)] : []),
    ...(asked ? [waiting(asked.count)] : []),
    ...(!sold && begun ? [begin(begun)] : []),
  ];
  if (first === undefined) return say('Your week');
  return second === undefined ? first : say('{first}, {second}', { first, second });
};

export const sold = (week: Sold): { title: Said; text: Said } => ({
  title: say('{sales} after refunds', { sales: salesOf(week) }),
  text: inARow([...plansOf(week.plans), ...comparedTo(week.more)]),
});

export const begun = (week: Begun): { title: Said; text: Said } => ({
  title: begin(week),
  text: week.courseTitle === null ? '' : say('Most began {course}.', { course: week.courseTitle }),
});

export const stuck = ({ people, courseTitle: course }: NonNullable<Week['stuck']>, days: number) => ({
  title: say('{people, plural, one {# person was} other {# people were}} not seen for {days} days in {course}', {
    people,
    days,
    course,
  }),
  text: '',
});

export const asked = (count: number, since: string): { title: Said; text: Said } => ({
  title: waiting(count),
  text: say('The oldest since {day}.', { day: { date: since } }),
});

export const others = (count: number): Said =>
  count === 0 ? '' : say('And {count, plural, one {# more kind} other {# more kinds}} on your overview.', { count });

export const labels = {
  sold: say('Sold'),
  begun: say('Begun'),
  stuck: say('Stuck'),
  asked: say('Asked'),
  toDo: say('To do'),
};
