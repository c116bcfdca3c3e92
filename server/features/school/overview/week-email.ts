import { AttentionItem } from '#contract/school/attention.ts';
import { attentionText } from '#contract/school/attention-texts.ts';
import type { ContentOf } from '#contract/notices/notice-kinds.ts';
import { pages } from '#contract/pages.ts';
import { weekTexts as texts } from '#contract/school/week-texts.ts';
import { STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Email } from '#server/email/mailer.ts';
import { formatPaise } from '#server/money.ts';

type Week = ContentOf<'week'>;
type Line = { title: string; text: string };

interface Written {
  calendar: Pick<SchoolCalendar, 'formatDate'>;
  symbol: string;
}

const toDoOf = ({ toDo }: Week): Line | undefined => {
  const kind = AttentionItem.shape.kind.safeParse(toDo?.kind);
  // A later version may have stored a kind that this one does not know.
  if (toDo === null || !kind.success) return undefined;
  return { title: attentionText(kind.data, toDo.count), text: texts.others(toDo.others) };
};

const linesOf = (week: Week, { calendar, symbol }: Written) => {
  const { sold, begun, stuck, asked } = week;
  const money = (inPaise: number): string => formatPaise(inPaise, symbol).replace(/\.00$/, '');
  const toDo = toDoOf(week);
  const lines = [
    sold && { label: texts.labels.sold, path: pages.payments.path, ...texts.sold(sold, { money }) },
    begun && { label: texts.labels.begun, path: pages.dashboard.path, ...texts.begun(begun) },
    stuck && {
      label: texts.labels.stuck,
      path: `${pages.editCourse.path}?${new URLSearchParams({ course: stuck.courseId, tab: 'learners', state: 'stuck' })}`,
      ...texts.stuck(stuck, STUCK_AFTER_DAYS),
    },
    asked && {
      label: texts.labels.asked,
      path: pages.teachQuestions.path,
      ...texts.asked(asked.count, calendar.formatDate(Date.parse(asked.since))),
    },
    toDo && { label: texts.labels.toDo, path: pages.dashboard.path, ...toDo },
  ];
  return { money, items: lines.flatMap((line) => (line ? [{ ...line, when: line.label }] : [])) };
};

/** The email about a week: a line for each thing that has news, and the overview. */
export const composeWeek = (
  week: Week,
  { name, address }: { name: string; address: string },
  written: Written,
): Email => {
  const { money, items } = linesOf(week, written);
  return {
    to: [address],
    subject: texts.subject(week, { money }),
    heading: texts.heading(name.split(' ')[0] ?? name),
    parts: [
      { kind: 'text', text: texts.days(week.from, week.to) },
      { kind: 'links', items },
      { kind: 'button', label: texts.button, path: pages.dashboard.path },
    ],
  };
};
