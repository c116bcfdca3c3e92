import { type Said, say, valued } from '#contract/languages/say.ts';
import { AttentionItem } from '#contract/school/attention.ts';
import { attentionText } from '#contract/school/attention-texts.ts';
import type { ContentOf } from '#contract/notices/notice-kinds.ts';
import { pages } from '#contract/pages.ts';
import { STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { Email } from '#server/email/mailer.ts';
import * as texts from './week-texts.ts';

type Week = ContentOf<'week'>;
type Line = { title: Said; text: Said };

const toDoOf = ({ toDo }: Week): Line | undefined => {
  const kind = AttentionItem.shape.kind.safeParse(toDo?.kind);
  // A later version may have stored a kind that this one does not know.
  if (toDo === null || !kind.success) return undefined;
  return { title: attentionText(kind.data, toDo.count), text: texts.others(toDo.others) };
};

const linesOf = (week: Week) => {
  const { sold, begun, stuck, asked } = week;
  const toDo = toDoOf(week);
  const lines = [
    sold && { label: texts.labels.sold, path: pages.payments.path, ...texts.sold(sold) },
    begun && { label: texts.labels.begun, path: pages.dashboard.path, ...texts.begun(begun) },
    stuck && {
      label: texts.labels.stuck,
      path: `${pages.editCourse.path}?${new URLSearchParams({ course: stuck.courseId, tab: 'learners', state: 'stuck' })}`,
      ...texts.stuck(stuck, STUCK_AFTER_DAYS),
    },
    asked && {
      label: texts.labels.asked,
      path: pages.teachQuestions.path,
      ...texts.asked(asked.count, asked.since),
    },
    toDo && { label: texts.labels.toDo, path: pages.dashboard.path, ...toDo },
  ];
  return lines.flatMap((line) => (line ? [{ ...line, when: line.label }] : []));
};

/** The email about a week: a line for each thing that has news, and the overview. */
export const composeWeek = (week: Week, { name, address }: { name: string; address: string }): Email => ({
  to: [address],
  subject: texts.subject(week),
  heading: texts.heading(name.split(' ')[0] ?? name),
  parts: [
    { kind: 'text', text: valued({ from: week.from, to: week.to }) },
    { kind: 'links', items: linesOf(week) },
    { kind: 'button', label: say('Open your overview'), path: pages.dashboard.path },
  ],
});
