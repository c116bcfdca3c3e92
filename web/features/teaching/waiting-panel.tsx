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
import { countOf, formatShortDay } from '#contract/format.ts';

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

const ofCourses = ({ courses }: Overview, timeZone: string): Item[] =>
  courses.flatMap(({ _id: course, title, role, approvalRequestedAt, declined }): Item[] => {
    const shared = { key: `course-${course}`, verb: 'Open', to: pathTo('teachCourse', { course, tab: 'publish' }) };
    if (role !== 'teacher') return [];
    if (declined)
      return [
        {
          ...shared,
          icon: MessageSquareWarning,
          level: 'error',
          title: `${title} was declined`,
          detail: declined.reason,
          verb: 'Read',
        },
      ];
    if (approvalRequestedAt === null) return [];
    const day = formatShortDay(approvalRequestedAt, timeZone);
    return [{ ...shared, icon: Clock, title: `${title} waits for the owner`, detail: `Sent for approval on ${day}` }];
  });

const ofVideos = ({ videos }: Overview): Item[] =>
  videos.map(({ _id: lecture, title, course, state }) => ({
    key: `video-${lecture}`,
    icon: FileVideo,
    ...(state === 'failed' ? { level: 'error' as const } : {}),
    title: state === 'failed' ? `The video of “${title}” doesn’t play` : `“${title}” is processed`,
    detail: course.title,
    verb: state === 'failed' ? 'Replace' : 'Open',
    to: pathTo('teachCourse', { course: course._id, lecture }),
  }));

/** Those that this browser is sending stand in the tray. */
const ofUploads = ({ uploads, courses }: Overview): Item[] =>
  uploads.map(({ _id: key, courseId: course, fileName, sizeBytes, receivedBytes }) => ({
    key: `upload-${key}`,
    icon: Upload,
    level: 'warning',
    title: `${fileName} is not complete`,
    detail: [
      `${Math.floor((100 * receivedBytes) / Math.max(1, sizeBytes))}% uploaded`,
      courses.find(({ _id }) => _id === course)?.title,
    ]
      .filter(Boolean)
      .join(', '),
    verb: 'Continue',
    to: pathTo('teachCourse', { course }),
  }));

/** Those that nobody has answered. */
const useQuestions = (timeZone: string): Item[] => {
  const { data } = useQuery({ ...questionQueueQuery({ limit: 1 }), enabled: useSite().community.questions });
  if (!data || data.counts.waiting === 0) return [];
  const { counts, oldestAt } = data;
  return [
    {
      key: 'questions',
      icon: CircleQuestionMark,
      title: `${countOf(counts.waiting, 'question')} ${counts.waiting === 1 ? 'waits' : 'wait'} for an answer`,
      detail: oldestAt === null ? '' : `The oldest since ${formatShortDay(oldestAt, timeZone)}`,
      verb: 'Answer',
      to: pathTo('teachQuestions'),
    },
  ];
};

/** Answers of quizzes that a person grades. */
const useAnswersToGrade = (timeZone: string): Item[] => {
  const { data } = useQuery(toGradeQuery());
  const [oldest] = data?.answers ?? [];
  if (!data || !oldest) return [];
  return [
    {
      key: 'grading',
      icon: ClipboardCheck,
      title: `${countOf(data.total, 'answer')} ${data.total === 1 ? 'waits' : 'wait'} for a grade`,
      detail: `The oldest since ${formatShortDay(oldest.submittedAt, timeZone)}`,
      verb: 'Grade',
      to: pathTo('teachQuestions', { state: 'grade' }),
    },
  ];
};

const useCertificates = (timeZone: string): Item[] => {
  const { data } = useQuery(certificateRequestsQuery());
  const [oldest] = data?.requests ?? [];
  if (!data || !oldest) return [];
  return [
    {
      key: 'certificates',
      icon: Award,
      title: `${countOf(data.total, 'certificate')} ${data.total === 1 ? 'waits' : 'wait'} for approval`,
      detail: `The oldest since ${formatShortDay(oldest.requestedAt, timeZone)}`,
      verb: 'Review',
      to: pathTo('teachCertificates'),
    },
  ];
};

/** What a teacher has to do, or waits for. */
export function WaitingPanel({ overview }: { overview: Overview }) {
  const { timeZone } = useSite();
  const questions = useQuestions(timeZone);
  const answers = useAnswersToGrade(timeZone);
  const certificates = useCertificates(timeZone);
  const items = [
    ...questions,
    ...answers,
    ...certificates,
    ...ofCourses(overview, timeZone),
    ...ofVideos(overview),
    ...ofUploads(overview),
  ];
  return (
    <Panel title="Waiting for you">
      {items.length === 0 ? (
        <p className="text-sm text-muted">Nothing is waiting.</p>
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
