import { announcementMessages } from '../announcements/announcement-messages.ts';
import { formatPosition } from '../format.ts';
import type { NoticeContent } from './notice-kinds.ts';
import { pages } from '../pages.ts';

/** How a reader writes money and dates. */
export interface NoticeFormat {
  money: (inPaise: number) => string;
  /** Such as `15 June 2027`. */
  date: (instant: string) => string;
  /** Such as `15 June 2027 at 10:00`. */
  time: (instant: string) => string;
}

export interface NoticeText {
  title: string;
  /** '' where the title says everything. */
  text: string;
}

const quoted = (text: string): string => (text === '' ? '' : `“${text}”`);
const placeOf = ({ lectureTitle, atMs }: { lectureTitle: string; atMs: number | null }): string =>
  atMs === null ? lectureTitle : `${lectureTitle}, ${formatPosition(atMs)}`;
const withPlace = (text: string, place: string): string => `${quoted(text)} ${place}`.trim();

const newLecturesText = (content: Extract<NoticeContent, { kind: 'new_lectures' }>): NoticeText =>
  content.count === 1
    ? { title: `New lecture in ${content.courseTitle}`, text: content.titles.join(', ') }
    : {
        title: `${content.count} new lectures in ${content.courseTitle}`,
        text: `${content.titles.join(', ')}${content.count > content.titles.length ? ' and more' : ''}`,
      };

type Dates = Pick<NoticeFormat, 'date' | 'time'>;

const certificateText = (
  content: Extract<
    NoticeContent,
    { kind: 'certificate' | 'certificate_changed' | 'certificate_ending' | 'certificate_declined' }
  >,
  { date }: Dates,
): NoticeText => {
  const { kind, courseTitle } = content;
  if (kind === 'certificate')
    return {
      title: `Your certificate for ${courseTitle}`,
      text: 'You completed the course. Download it, share it, or add it to your profile.',
    };
  if (kind === 'certificate_declined')
    return { title: `Your certificate for ${courseTitle} was not approved`, text: content.reason };
  if (kind === 'certificate_ending')
    return {
      title: `Your certificate for ${courseTitle} is valid until ${date(content.validUntil)}`,
      text: 'Its page then says that it has expired. Complete the course again to renew it.',
    };
  return content.isRevoked
    ? { title: `Your certificate for ${courseTitle} was revoked`, text: content.reason }
    : {
        title: `Your certificate for ${courseTitle} was issued again`,
        text: 'The number before leads to the new one.',
      };
};

const classText = (
  content: Extract<NoticeContent, { kind: 'class_soon' | 'class_changed' | 'recording' }>,
  { time }: Dates,
): NoticeText => {
  const { kind, lectureTitle, courseTitle } = content;
  if (kind === 'recording') return { title: `The recording of ${lectureTitle} is ready`, text: courseTitle };
  const at = time(content.startsAt);
  if (kind === 'class_soon')
    return {
      title: `${lectureTitle} starts on ${at}`,
      text: `A live class in ${courseTitle}. The link is on its page from 15 minutes before the start.`,
    };
  return content.isCancelled
    ? { title: `${lectureTitle} on ${at} is cancelled`, text: `A live class in ${courseTitle}` }
    : { title: `${lectureTitle} was moved to ${at}`, text: `A live class in ${courseTitle}` };
};

const decisionText = (content: Extract<NoticeContent, { kind: 'course_decision' }>): NoticeText =>
  content.isApproved
    ? { title: `“${content.courseTitle}” is published`, text: 'The school approved your course.' }
    : { title: `“${content.courseTitle}” was not approved`, text: content.reason };

const gradedText = (content: Extract<NoticeContent, { kind: 'graded' | 'attempts_reset' }>): NoticeText => {
  const { lectureTitle } = content;
  if (content.kind === 'attempts_reset')
    return {
      title: `Your attempts at “${lectureTitle}” were reset`,
      text: `${content.reason} You can take it again.`,
    };
  const { percent, passes } = content;
  return content.isRaised
    ? {
        title: `Your score in “${lectureTitle}” rose to ${percent}%`,
        text: `${passes ? 'You pass now. ' : ''}The key of a question has changed.`,
      }
    : { title: `Your answers in “${lectureTitle}” are graded`, text: `${percent}%${passes ? '. You passed.' : ''}` };
};

const reviewTitle = ({ byName, courseTitle, stars }: Extract<NoticeContent, { kind: 'review' }>): string =>
  `${byName} gave ${courseTitle} ${stars === 1 ? '1 star' : `${stars} stars`}`;

const receiptText = (content: Extract<NoticeContent, { kind: 'receipt' }>, { money }: NoticeFormat): NoticeText =>
  content.isRefund
    ? { title: `Your refund of ${money(content.amountInPaise)}`, text: `Credit note ${content.number}` }
    : { title: `Your receipt for ${money(content.amountInPaise)}`, text: `Receipt ${content.number}` };

const endingText = (
  { days, endsAt, course }: Extract<NoticeContent, { kind: 'access_ending' }>,
  { date }: NoticeFormat,
): NoticeText => {
  const what = course === null ? 'Your access' : `Your access to “${course.title}”`;
  if (days === 0) return { title: `${what} has ended`, text: 'Your progress and notes are kept.' };
  return { title: `${what} ends on ${date(endsAt)}`, text: days === 1 ? 'One day left' : `${days} days left` };
};

/** The sentences of a notice, for the app, the email and the phone. */
export const noticeText = (content: NoticeContent, format: NoticeFormat): NoticeText => {
  const { date } = format;
  switch (content.kind) {
    case 'receipt':
      return receiptText(content, format);
    case 'access_ending':
      return endingText(content, format);
    case 'export_ready':
      return { title: 'Your data is ready', text: `Download it until ${date(content.expiresAt)}.` };
    case 'school_export_ready':
      return { title: 'The export of the school is ready', text: `Download it until ${date(content.expiresAt)}.` };
    case 'gift':
      return { title: 'You have a gift', text: '' };
    case 'course_decision':
      return decisionText(content);
    case 'answer':
      return {
        title: `${content.byName} answered ${content.isOwnQuestion ? 'your question' : 'a question that you follow'}`,
        text: withPlace(content.text, placeOf(content)),
      };
    case 'question':
      return { title: `${content.byName} asked a question`, text: withPlace(content.text, placeOf(content)) };
    case 'review':
      return { title: reviewTitle(content), text: quoted(content.text) };
    case 'review_answer':
      return { title: `${content.byName} answered your review`, text: withPlace(content.text, content.courseTitle) };
    case 'certificate':
    case 'certificate_changed':
    case 'certificate_declined':
    case 'certificate_ending':
      return certificateText(content, format);
    case 'class_soon':
    case 'class_changed':
    case 'recording':
      return classText(content, format);
    case 'graded':
    case 'attempts_reset':
      return gradedText(content);
    case 'new_lectures':
      return newLecturesText(content);
    case 'announcement':
      return { title: content.title, text: announcementMessages.email.from(content.byName, content.courseTitle) };
  }
  return { title: `New course: ${content.courseTitle}`, text: '' };
};

const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`;

/** The page that a notice leads to. */
export const noticePath = (content: NoticeContent): string => {
  switch (content.kind) {
    case 'receipt':
      return pages.profile.path;
    case 'export_ready':
      return pages.security.path;
    case 'school_export_ready':
      return pages.movingSettings.path;
    case 'access_ending':
      return content.course !== null && content.course.planId !== null
        ? withQuery(pages.checkout.path, { plan: content.course.planId })
        : pages.checkout.path;
    case 'gift':
      return pages.home.path;
    case 'course_decision':
      return withQuery(pages.teachCourse.path, { course: content.courseId, tab: 'publish' });
    case 'answer':
    case 'question': {
      const { courseId: course, lectureId, questionId } = content;
      return withQuery(pages.classroom.path, { course, lecture: lectureId, tab: 'questions', question: questionId });
    }
    case 'certificate':
    case 'certificate_changed':
    case 'certificate_ending':
      return pages.certificate.path.replace(':code', content.code);
    case 'graded': {
      const { courseId: course, lectureId: lecture, attemptId: attempt } = content;
      return withQuery(pages.classroom.path, { course, lecture, attempt });
    }
    case 'new_lectures':
      return withQuery(pages.classroom.path, { course: content.courseId, lecture: content.firstLectureId });
    case 'attempts_reset':
    case 'class_soon':
    case 'recording':
      return withQuery(pages.classroom.path, { course: content.courseId, lecture: content.lectureId });
    case 'class_changed':
      return withQuery(pages.classroom.path, {
        course: content.courseId,
        ...(!content.isCancelled && { lecture: content.lectureId }),
      });
    case 'announcement':
      return pages.announcement.path.replace(':announcementId', content.announcementId);
  }
  return withQuery(pages.course.path, { course: content.courseId });
};
