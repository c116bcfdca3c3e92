import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  Award,
  CircleQuestionMark,
  ClipboardCheck,
  Clock,
  FileVideo,
  type LucideIcon,
  MessageSquareWarning,
  Upload,
} from 'lucide-react';
import type { ResponseOf } from '#web/api/call.ts';
import { certificateRequestsQuery } from '#web/api/certificate-queries.ts';
import { questionQueueQuery } from '#web/api/question-queries.ts';
import { toGradeQuery } from '#web/api/quiz-editing-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatShortDay } from '#contract/format.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

type Overview = ResponseOf<'GET /teach'>;

interface Item {
  key: string;
  icon: LucideIcon;
  level?: 'warning' | 'error';
  title: string;
  detail: string;
  verb: string;
  to: string;
}

const ofCourses = ({ courses }: Overview, timeZone: string, { _, locale }: Language): Item[] =>
  courses.flatMap(({ _id: course, title, role, approvalRequestedAt, declined }): Item[] => {
    const shared = {
      key: `course-${course}`,
      verb: _(msg`Open`),
      to: pathTo('teachCourse', { course, tab: 'publish' }),
    };
    if (role !== 'teacher') return [];
    if (declined)
      return [
        {
          ...shared,
          icon: MessageSquareWarning,
          level: 'error',
          title: _(msg`${title} was declined`),
          detail: declined.reason,
          verb: _(msg({ context: 'verb', message: 'Read' })),
        },
      ];
    if (approvalRequestedAt === null) return [];
    const day = formatShortDay(approvalRequestedAt, timeZone, locale);
    return [
      {
        ...shared,
        icon: Clock,
        title: _(msg`${title} waits for the owner`),
        detail: _(msg`Sent for approval on ${day}`),
      },
    ];
  });

const ofVideos = ({ videos }: Overview, { _ }: Language): Item[] =>
  videos.map(({ _id: lecture, title, course, state }) => ({
    key: `video-${lecture}`,
    icon: FileVideo,
    ...(state === 'failed' ? { level: 'error' as const } : {}),
    title: state === 'failed' ? _(msg`The video of “${title}” doesn’t play`) : _(msg`“${title}” is processed`),
    detail: course.title,
    verb: state === 'failed' ? _(msg`Replace`) : _(msg`Open`),
    to: pathTo('teachCourse', { course: course._id, lecture }),
  }));

/** Those that this browser is sending stand in the tray. */
const ofUploads = ({ uploads, courses }: Overview, { _ }: Language): Item[] =>
  uploads.map(({ _id: key, courseId: course, fileName, sizeBytes, receivedBytes }) => ({
    key: `upload-${key}`,
    icon: Upload,
    level: 'warning',
    title: _(msg`${fileName} is not complete`),
    detail: [
      _(msg`${{ percent: Math.floor((100 * receivedBytes) / Math.max(1, sizeBytes)) }}% uploaded`),
      courses.find(({ _id }) => _id === course)?.title,
    ]
      .filter(Boolean)
      .join(', '),
    verb: _(msg`Continue`),
    to: pathTo('teachCourse', { course }),
  }));

/** Those that nobody has answered. */
const useQuestions = (timeZone: string): Item[] => {
  const { t } = useLingui();
  const locale = useLocale();
  const { data } = useQuery({ ...questionQueueQuery({ limit: 1 }), enabled: useSite().community.questions });
  if (!data || data.counts.waiting === 0) return [];
  const { counts, oldestAt } = data;
  return [
    {
      key: 'questions',
      icon: CircleQuestionMark,
      title: t({
        message: plural(counts.waiting, {
          one: '# question waits for an answer',
          other: '# questions wait for an answer',
        }),
      }),
      detail: oldestAt === null ? '' : t`The oldest since ${{ day: formatShortDay(oldestAt, timeZone, locale) }}`,
      verb: t({ context: 'verb', message: 'Answer' }),
      to: pathTo('teachQuestions'),
    },
  ];
};

/** Answers of quizzes that a person grades. */
const useAnswersToGrade = (timeZone: string): Item[] => {
  const { t } = useLingui();
  const locale = useLocale();
  const { data } = useQuery(toGradeQuery());
  const [oldest] = data?.answers ?? [];
  if (!data || !oldest) return [];
  return [
    {
      key: 'grading',
      icon: ClipboardCheck,
      title: t({
        message: plural(data.total, { one: '# answer waits for a grade', other: '# answers wait for a grade' }),
      }),
      detail: t`The oldest since ${{ day: formatShortDay(oldest.submittedAt, timeZone, locale) }}`,
      verb: t`Grade`,
      to: pathTo('teachQuestions', { state: 'grade' }),
    },
  ];
};

const useCertificates = (timeZone: string): Item[] => {
  const { t } = useLingui();
  const locale = useLocale();
  const { data } = useQuery(certificateRequestsQuery());
  const [oldest] = data?.requests ?? [];
  if (!data || !oldest) return [];
  return [
    {
      key: 'certificates',
      icon: Award,
      title: t({
        message: plural(data.total, {
          one: '# certificate waits for approval',
          other: '# certificates wait for approval',
        }),
      }),
      detail: t`The oldest since ${{ day: formatShortDay(oldest.requestedAt, timeZone, locale) }}`,
      verb: t({ context: 'verb', message: 'Review' }),
      to: pathTo('teachCertificates'),
    },
  ];
};

/** What a teacher has to do, or waits for. */
export function WaitingPanel({ overview }: { overview: Overview }) {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const language = useLanguage();
  const questions = useQuestions(timeZone);
  const answers = useAnswersToGrade(timeZone);
  const certificates = useCertificates(timeZone);
  const items = [
    ...questions,
    ...answers,
    ...certificates,
    ...ofCourses(overview, timeZone, language),
    ...ofVideos(overview, language),
    ...ofUploads(overview, language),
  ];
  return (
    <Panel title={t`Waiting for you`}>
      {items.length === 0 ? (
        <p className="text-sm text-muted">
          <Trans>Nothing is waiting.</Trans>
        </p>
      ) : (
        <ul className="-mt-1 divide-y divide-line">
          {items.map(({ key, icon: Icon, level, title, detail, verb, to }) => (
            <li key={key} className="flex items-center gap-3 py-2.5">
              <span className="attention-icon" data-level={level}>
                <Icon size={16} aria-hidden="true" />
              </span>
              <div className="min-w-0 flex-1 text-sm leading-5">
                <p className="font-semibold wrap-anywhere">{title}</p>
                <p className="meta line-clamp-2 font-normal wrap-anywhere">{detail}</p>
              </div>
              <LinkButton to={to} tone="quiet" className="report-action" aria-label={`${verb}: ${title}`}>
                {verb}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
