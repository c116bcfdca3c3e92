import type { NoticeContent } from '#contract/notice-kinds.ts';

const course = { courseId: 'example', courseTitle: 'Vedic Mathematics' };
const lecture = { ...course, lectureId: 'example', lectureTitle: 'Squares in your head', questionId: 'example' };

/** The kinds of notices whose emails an owner may word, in the order of a digest. */
export const noticeExamples: readonly NoticeContent[] = [
  {
    kind: 'answer',
    ...lecture,
    byName: 'Ravi Iyer',
    text: 'Because both factors are near a hundred.',
    atMs: 220_000,
    isOwnQuestion: true,
  },
  { kind: 'question', ...lecture, byName: 'Asha Rao', text: 'Why is the base a hundred here?', atMs: 220_000 },
  { kind: 'review', ...course, byName: 'Asha Rao', stars: 5, text: 'Clear and calm.' },
  { kind: 'review_answer', ...course, byName: 'Ravi Iyer', text: 'Thank you!' },
  { kind: 'new_lectures', ...course, count: 2, titles: ['Cubes', 'Roots'], firstLectureId: 'example' },
  { kind: 'new_course', ...course },
];
