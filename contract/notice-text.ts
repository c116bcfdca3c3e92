import { announcementMessages } from './announcement-messages.ts';
import type { NoticeContent } from './notice-kinds.ts';
import { pages } from './pages.ts';

/** How a reader writes money and dates. */
export interface NoticeFormat {
  money: (inPaise: number) => string;
  /** Such as `15 June 2027`. */
  date: (instant: string) => string;
}

export interface NoticeText {
  title: string;
  /** '' where the title says everything. */
  text: string;
}

/** Such as `3:40`, or `1:02:05`. */
const clockOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
};

const quoted = (text: string): string => (text === '' ? '' : `“${text}”`);
const placeOf = ({ lectureTitle, atMs }: { lectureTitle: string; atMs: number | null }): string =>
  atMs === null ? lectureTitle : `${lectureTitle}, ${clockOf(atMs)}`;
const withPlace = (text: string, place: string): string => `${quoted(text)} ${place}`.trim();

const newLecturesText = (content: Extract<NoticeContent, { kind: 'new_lectures' }>): NoticeText =>
  content.count === 1
    ? { title: `New lecture in ${content.courseTitle}`, text: content.titles.join(', ') }
    : {
        title: `${content.count} new lectures in ${content.courseTitle}`,
        text: `${content.titles.join(', ')}${content.count > content.titles.length ? ' and more' : ''}`,
      };

/** The sentences of a notice, for the app, the email and the phone. */
export const noticeText = (content: NoticeContent, { money, date }: NoticeFormat): NoticeText => {
  switch (content.kind) {
    case 'receipt':
      return content.isRefund
        ? { title: `Your refund of ${money(content.amountInPaise)}`, text: `Credit note ${content.number}` }
        : { title: `Your receipt for ${money(content.amountInPaise)}`, text: `Receipt ${content.number}` };
    case 'access_ending': {
      const what = content.course === null ? 'Your access' : `Your access to “${content.course.title}”`;
      return content.days === 0
        ? { title: `${what} has ended`, text: 'Your progress and notes are kept.' }
        : {
            title: `${what} ends on ${date(content.endsAt)}`,
            text: content.days === 1 ? 'One day left' : `${content.days} days left`,
          };
    }
    case 'gift':
      return { title: 'You have a gift', text: '' };
    case 'course_decision':
      return content.isApproved
        ? { title: `“${content.courseTitle}” is published`, text: 'The school approved your course.' }
        : { title: `“${content.courseTitle}” was not approved`, text: content.reason };
    case 'answer':
      return {
        title: `${content.byName} answered ${content.isOwnQuestion ? 'your question' : 'a question that you follow'}`,
        text: withPlace(content.text, placeOf(content)),
      };
    case 'question':
      return { title: `${content.byName} asked a question`, text: withPlace(content.text, placeOf(content)) };
    case 'review':
      return {
        title: `${content.byName} gave ${content.courseTitle} ${content.stars === 1 ? '1 star' : `${content.stars} stars`}`,
        text: quoted(content.text),
      };
    case 'review_answer':
      return { title: `${content.byName} answered your review`, text: withPlace(content.text, content.courseTitle) };
    case 'certificate':
      return {
        title: `Your certificate for ${content.courseTitle}`,
        text: 'You completed the course. Download it, share it, or add it to your profile.',
      };
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
      return pages.certificate.path.replace(':code', content.code);
    case 'new_lectures':
      return withQuery(pages.classroom.path, { course: content.courseId, lecture: content.firstLectureId });
    case 'announcement':
      return pages.announcement.path.replace(':announcementId', content.announcementId);
  }
  return withQuery(pages.course.path, { course: content.courseId });
};
