import { formatPosition } from '../../format.ts';
import { inARow, say } from '../../languages/say.ts';
import { pages } from '../../pages.ts';
import { EXAMPLE, noticesOf, withQuery } from '../notice.ts';
import { severalLectures } from './several-lectures.ts';

const notice = noticesOf('course');

const quoted = (text: string): string => (text === '' ? '' : `“${text}”`);
const withPlace = (text: string, place: string): string => `${quoted(text)} ${place}`.trim();
const withMoment = (text: string, lecture: string, atMs: number | null): string =>
  withPlace(text, atMs === null ? lecture : `${lecture}, ${formatPosition(atMs)}`);

/** Of one class. */
const classCancelled = (title: string, at: string) =>
  say('{title} on {time} is cancelled', { title, time: { time: at } });
const classMoved = (title: string, at: string) => say('{title} was moved to {time}', { title, time: { time: at } });

const coursePath = (course: string): string => withQuery(pages.course.path, { course });
const lecturePath = (course: string, lecture: string): string => withQuery(pages.classroom.path, { course, lecture });
const questionPath = (course: string, lecture: string, question: string): string =>
  withQuery(pages.classroom.path, { course, lecture, tab: 'questions', question });
const certificatePath = (code: string): string => pages.certificate.path.replace(':code', code);

export const courseNotices = [
  notice('course_decision', {
    isForStaff: true,
    name: ['Approval of your courses', 'Published, or returned with a reason'],
    content: ({ course, flag, string }) => ({ ...course, isApproved: flag, reason: string }),
    title: ({ courseTitle, isApproved }) =>
      isApproved
        ? say('“{courseTitle}” is published', { courseTitle })
        : say('“{courseTitle}” was not approved', { courseTitle }),
    text: ({ isApproved, reason }) => (isApproved ? say('The school approved your course.') : reason),
    path: ({ courseId: course }) => withQuery(pages.teachCourse.path, { course, tab: 'publish' }),
    email: 'own',
  }),
  /** An answer to a question that the user asked, follows or answered. */
  notice('answer', {
    channels: { push: 'at_once' },
    name: ['Answers to questions', 'To yours, and to those that you follow'],
    content: ({ question, flag }) => ({ ...question, isOwnQuestion: flag }),
    title: ({ byName, isOwnQuestion }) =>
      isOwnQuestion
        ? say('{byName} answered your question', { byName })
        : say('{byName} answered a question that you follow', { byName }),
    text: ({ text, lectureTitle, atMs }) => withMoment(text, lectureTitle, atMs),
    path: ({ courseId, lectureId, questionId }) => questionPath(courseId, lectureId, questionId),
    email: ['Answer to a question', 'To the asker and to followers'],
    example: {
      ...EXAMPLE.question,
      byName: 'Ravi Iyer',
      text: 'Because both factors are near a hundred.',
      isOwnQuestion: true,
    },
  }),
  /** For teachers and assistants of the course. */
  notice('question', {
    channels: { email: 'daily' },
    isForStaff: true,
    name: ['Questions of learners', 'In the courses that you teach'],
    content: ({ question }) => question,
    title: ({ byName }) => say('{byName} asked a question', { byName }),
    text: ({ text, lectureTitle, atMs }) => withMoment(text, lectureTitle, atMs),
    path: ({ courseId, lectureId, questionId }) => questionPath(courseId, lectureId, questionId),
    email: ['New question', 'To the people of the course'],
    example: { ...EXAMPLE.question, byName: 'Asha Rao', text: 'Why is the base a hundred here?' },
  }),
  notice('review', {
    channels: { email: 'daily' },
    isForStaff: true,
    name: ['Reviews', 'Of the courses that you teach'],
    content: ({ course, string, integer, excerpt }) => ({ ...course, byName: string, stars: integer, text: excerpt }),
    title: ({ byName, courseTitle, stars }) =>
      say('{byName} gave {courseTitle} {stars, plural, one {# star} other {# stars}}', { byName, courseTitle, stars }),
    text: ({ text }) => quoted(text),
    path: ({ courseId }) => coursePath(courseId),
    email: ['New review', 'To the teachers of the course'],
    example: { ...EXAMPLE.course, byName: 'Asha Rao', stars: 5, text: 'Clear and calm.' },
  }),
  notice('review_answer', {
    name: ['Answers to your reviews', 'By the teacher'],
    content: ({ course, string, excerpt }) => ({ ...course, byName: string, text: excerpt }),
    title: ({ byName }) => say('{byName} answered your review', { byName }),
    text: ({ text, courseTitle }) => withPlace(text, courseTitle),
    path: ({ courseId }) => coursePath(courseId),
    email: ['Answer to a review', 'To its author'],
    example: { ...EXAMPLE.course, byName: 'Ravi Iyer', text: 'Thank you!' },
  }),
  notice('certificate', {
    channels: { push: 'at_once' },
    name: ['Certificates', 'When you complete a course'],
    content: ({ course, string }) => ({ ...course, code: string }),
    title: ({ courseTitle }) => say('Your certificate for {courseTitle}', { courseTitle }),
    text: () => say('You completed the course. Download it, share it, or add it to your profile.'),
    path: ({ code }) => certificatePath(code),
    email: ['Certificate', 'To the learner who completed the course'],
    example: { ...EXAMPLE.course, code: 'example' },
  }),
  /** By an admin; the reason is '' for one that was issued again. */
  notice('certificate_changed', {
    name: ['Changes of certificates', 'Issued again, or revoked'],
    content: ({ course, string, flag }) => ({ ...course, code: string, isRevoked: flag, reason: string }),
    title: ({ courseTitle, isRevoked }) =>
      isRevoked
        ? say('Your certificate for {courseTitle} was revoked', { courseTitle })
        : say('Your certificate for {courseTitle} was issued again', { courseTitle }),
    text: ({ isRevoked, reason }) => (isRevoked ? reason : say('The old number leads to the new one.')),
    path: ({ code }) => certificatePath(code),
    email: ['Certificate changed', 'After it was revoked or issued again'],
    example: { ...EXAMPLE.course, code: 'example', isRevoked: true, reason: 'It was issued to another person.' },
  }),
  notice('certificate_declined', {
    name: ['Declined certificates', 'When a teacher does not approve one, with the reason'],
    content: ({ course, string }) => ({ ...course, reason: string }),
    title: ({ courseTitle }) => say('Your certificate for {courseTitle} was not approved', { courseTitle }),
    text: ({ reason }) => reason,
    path: ({ courseId }) => coursePath(courseId),
    email: ['Certificate not approved', 'With the reason'],
    example: { ...EXAMPLE.course, reason: 'The last project is missing.' },
  }),
  notice('certificate_ending', {
    name: ['End of certificates', '30 and 7 days before one expires'],
    content: ({ course, string, instant }) => ({ ...course, code: string, validUntil: instant }),
    title: ({ courseTitle, validUntil }) =>
      say('Your certificate for {courseTitle} is valid until {date}', { courseTitle, date: { date: validUntil } }),
    text: () => say('Its page then says that it has expired. Complete the course again to renew it.'),
    path: ({ code }) => certificatePath(code),
    email: ['Certificate expires soon', 'Before the last day of its validity'],
    example: { ...EXAMPLE.course, code: 'example', validUntil: EXAMPLE.at },
  }),
  notice('recall', {
    channels: { app: 'off', push: 'at_once' },
    name: ['Questions that come back', 'Once a day at your usual hour, while some are due'],
    content: ({ integer }) => ({ count: integer }),
    title: ({ count }) =>
      say('{count, plural, one {A question is due again} other {# questions are due again}}', { count }),
    text: () => say('You got them wrong before. They take about two minutes.'),
    path: () => pages.home.path,
    email: ['Questions that come back', 'To learners who asked for a reminder'],
    example: { count: 5 },
  }),
  notice('class_soon', {
    channels: { push: 'at_once' },
    isForMany: true,
    name: ['Live classes', 'A day and an hour before the start'],
    content: ({ lecture, instant }) => ({ ...lecture, startsAt: instant }),
    title: ({ lectureTitle, startsAt }) =>
      say('{lectureTitle} starts on {time}', { lectureTitle, time: { time: startsAt } }),
    text: ({ courseTitle }) =>
      say('A live class in {courseTitle}. The link is on its page from 15 minutes before the start.', { courseTitle }),
    path: ({ courseId, lectureId }) => lecturePath(courseId, lectureId),
    email: ['Live class soon', 'Before it starts'],
    example: { ...EXAMPLE.lecture, startsAt: EXAMPLE.at },
  }),
  notice('class_changed', {
    channels: { push: 'at_once' },
    isForMany: true,
    name: ['Changes of live classes', 'Moved, or cancelled'],
    content: ({ lecture, instant, flag }) => ({ ...lecture, startsAt: instant, isCancelled: flag }),
    title: ({ lectureTitle, startsAt, isCancelled }) =>
      isCancelled ? classCancelled(lectureTitle, startsAt) : classMoved(lectureTitle, startsAt),
    text: ({ courseTitle }) => say('A live class in {courseTitle}', { courseTitle }),
    path: ({ courseId: course, lectureId: lecture, isCancelled }) =>
      withQuery(pages.classroom.path, { course, ...(!isCancelled && { lecture }) }),
    email: ['Live class moved or cancelled', 'To people who have the course'],
    example: { ...EXAMPLE.lecture, startsAt: EXAMPLE.at, isCancelled: false },
  }),
  /** It replaced its live class. */
  notice('recording', {
    channels: { email: 'daily' },
    isForMany: true,
    name: ['Recordings', 'When the recording of a live class is ready'],
    content: ({ lecture }) => lecture,
    title: ({ lectureTitle }) => say('The recording of {lectureTitle} is ready', { lectureTitle }),
    text: ({ courseTitle }) => courseTitle,
    path: ({ courseId, lectureId }) => lecturePath(courseId, lectureId),
    email: ['Recording of a live class', 'When it can be watched'],
    example: EXAMPLE.lecture,
  }),
  notice('batch_place', {
    channels: { push: 'at_once' },
    name: ['Places in batches', 'When a place opens that you asked for'],
    content: ({ course, string }) => ({ ...course, batchName: string }),
    title: ({ batchName }) => say('A place opened in {batchName}', { batchName }),
    text: ({ courseTitle }) => say('{courseTitle}. First come, first served.', { courseTitle }),
    path: ({ courseId }) => coursePath(courseId),
    email: ['Place in a batch', 'To who asked to be told'],
    example: { ...EXAMPLE.course, batchName: 'December' },
  }),
  /** By the school. */
  notice('batch_moved', {
    name: ['Your batch', 'When the school moves you to another one'],
    content: ({ course, string }) => ({ ...course, batchName: string, startsOn: string, reason: string }),
    title: ({ batchName }) => say('You are in {batchName} now', { batchName }),
    text: ({ courseTitle, startsOn, reason }) => {
      const values = { courseTitle, day: { day: startsOn } };
      return reason === ''
        ? say('{courseTitle}, from {day}. What you have done stays.', values)
        : say('{courseTitle}, from {day}. What you have done stays. {reason}', { ...values, reason });
    },
    path: ({ courseId }) => coursePath(courseId),
    email: ['Moved to another batch', 'To a member whom the school moved'],
    example: { ...EXAMPLE.course, batchName: 'January', startsOn: '2027-01-05', reason: '' },
  }),
  /** Of one act of the school, however many classes it moves. */
  notice('batch_classes', {
    channels: { push: 'at_once' },
    isForMany: true,
    name: ['Classes of your batch', 'Moved, or cancelled'],
    content: ({ course, string, integer, list, object, instant, flag }) => ({
      ...course,
      batchName: string,
      count: integer,
      /** The first three. */
      classes: list(object({ lectureId: string, title: string, before: instant, now: instant, isCancelled: flag })),
    }),
    title: ({ batchName, count, classes: [first] }) => {
      if (count !== 1 || !first) return say('{count} classes of {batchName} have another time', { count, batchName });
      const { title, before, now, isCancelled } = first;
      if (isCancelled) return classCancelled(title, now);
      return before === now
        ? say('{title} takes place on {time} after all', { title, time: { time: now } })
        : classMoved(title, now);
    },
    text: ({ courseTitle, batchName, count, classes }) => {
      const [first] = classes;
      const place = `${courseTitle}, ${batchName}.`;
      if (count === 1)
        return first && first.before !== first.now
          ? say('{place} It was on {time}.', { place, time: { time: first.before } })
          : place;
      const moved = classes.map(({ title, before, now }) =>
        say('{title}: {now}, not {before}.', { title, now: { time: now }, before: { time: before } }),
      );
      return inARow([...moved, ...(count > classes.length ? [say('And more.')] : [])]);
    },
    path: ({ courseId: course, classes: [first] }) =>
      withQuery(pages.classroom.path, { course, ...(first && { lecture: first.lectureId }) }),
    email: ['Classes of a batch moved or cancelled', 'To its members'],
    example: {
      ...EXAMPLE.course,
      batchName: 'January',
      count: 1,
      classes: [{ lectureId: 'example', title: 'Cubes', before: EXAMPLE.at, now: EXAMPLE.at, isCancelled: true }],
    },
  }),
  notice('lectures_opened', {
    ...severalLectures,
    channels: { email: 'daily' },
    isForMany: true,
    name: ['Lectures that open', 'When the day of lectures in your courses has come'],
    title: ({ count, courseTitle }) =>
      say('{count, plural, one {A lecture is open} other {# lectures are open}} in {courseTitle}', {
        count,
        courseTitle,
      }),
    email: ['Lectures that open', 'When their day has come'],
  }),
  /** A person has graded the last answer of an attempt; raised: the key of a question changed, and the score rose. */
  notice('graded', {
    isForMany: true,
    name: ['Grades', 'When a person has graded your answers, or your score rises'],
    content: ({ lecture, string, integer, flag }) => ({
      ...lecture,
      attemptId: string,
      percent: integer,
      /** Passes now. */
      passes: flag,
      isRaised: flag,
    }),
    title: ({ lectureTitle, percent, isRaised }) =>
      isRaised
        ? say('Your score in “{lectureTitle}” rose to {percent}%', { lectureTitle, percent })
        : say('Your answers in “{lectureTitle}” are graded', { lectureTitle }),
    text: ({ percent, passes, isRaised }) => {
      if (!isRaised) return passes ? say('{percent}%. You passed.', { percent }) : `${percent}%`;
      return passes
        ? say('You pass now. The key of a question has changed.')
        : say('The key of a question has changed.');
    },
    path: ({ courseId: course, lectureId: lecture, attemptId: attempt }) =>
      withQuery(pages.classroom.path, { course, lecture, attempt }),
    email: ['Answers graded', 'After a person graded them, or a score rose'],
    example: { ...EXAMPLE.lecture, attemptId: 'example', percent: 80, passes: true, isRaised: false },
  }),
  notice('attempts_reset', {
    isForMany: true,
    name: ['Attempts reset', 'When a teacher resets your attempts at a quiz'],
    content: ({ lecture, string }) => ({ ...lecture, reason: string }),
    title: ({ lectureTitle }) => say('Your attempts at “{lectureTitle}” were reset', { lectureTitle }),
    text: ({ reason }) => say('{reason} You can take it again.', { reason }),
    path: ({ courseId, lectureId }) => lecturePath(courseId, lectureId),
    email: ['Attempts reset', 'With the reason'],
    example: { ...EXAMPLE.lecture, reason: 'Question 3 was wrong.' },
  }),
] as const;
