import type { EmailTextId } from '#contract/school/email-texts.ts';
import type { NoticeContent, PlainNoticeKind } from '#contract/notices/notice-kinds.ts';

const course = { courseId: 'example', courseTitle: 'Vedic Mathematics' };
const lecture = { ...course, lectureId: 'example', lectureTitle: 'Squares in your head' };
const asked = { ...lecture, questionId: 'example' };
const at = '2027-06-15T04:30:00.000Z';

type Example<K extends PlainNoticeKind> = Omit<Extract<NoticeContent, { kind: K }>, 'kind'> & { kind: K };

/**
 * An example of each kind of notice whose email an owner may word. Those of a digest come first. A kind without an example, or
 * without a name in `emailTextNames`, does not compile.
 */
const examples: { [K in PlainNoticeKind]: `notice_${K}` extends EmailTextId ? Example<K> : never } = {
  answer: {
    kind: 'answer',
    ...asked,
    byName: 'Ravi Iyer',
    text: 'Because both factors are near a hundred.',
    atMs: 220_000,
    isOwnQuestion: true,
  },
  question: {
    kind: 'question',
    ...asked,
    byName: 'Asha Rao',
    text: 'Why is the base a hundred here?',
    atMs: 220_000,
  },
  review: { kind: 'review', ...course, byName: 'Asha Rao', stars: 5, text: 'Clear and calm.' },
  review_answer: { kind: 'review_answer', ...course, byName: 'Ravi Iyer', text: 'Thank you!' },
  new_lectures: { kind: 'new_lectures', ...course, count: 2, titles: ['Cubes', 'Roots'], firstLectureId: 'example' },
  new_course: { kind: 'new_course', ...course },
  certificate: { kind: 'certificate', ...course, code: 'example' },
  certificate_changed: {
    kind: 'certificate_changed',
    ...course,
    code: 'example',
    isRevoked: true,
    reason: 'It was issued to another person.',
  },
  certificate_declined: { kind: 'certificate_declined', ...course, reason: 'The last project is missing.' },
  certificate_ending: { kind: 'certificate_ending', ...course, code: 'example', validUntil: at },
  class_soon: { kind: 'class_soon', ...lecture, startsAt: at },
  class_changed: { kind: 'class_changed', ...lecture, startsAt: at, isCancelled: false },
  recording: { kind: 'recording', ...lecture },
  graded: { kind: 'graded', ...lecture, attemptId: 'example', percent: 80, passes: true, isRaised: false },
  attempts_reset: { kind: 'attempts_reset', ...lecture, reason: 'Question 3 was wrong.' },
  export_ready: { kind: 'export_ready', exportId: 'example', expiresAt: at },
  school_export_ready: { kind: 'school_export_ready', exportId: 'example', expiresAt: at },
};

export const noticeExamples: readonly NoticeContent[] = Object.values(examples);
