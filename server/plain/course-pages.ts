import { messages } from '#contract/messages.ts';
import { pages } from '#contract/pages.ts';
import type { Quiz } from '#contract/quiz-fields.ts';
import { ruleSentences } from '#contract/quiz-rule-words.ts';
import { modeNames, scoreWords, standingWords, startWords } from '#contract/quiz-words.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { type Html, html, nothing } from '#server/http/html.ts';
import { PLAIN, plainCourse, plainQuiz } from '#server/http/plain-address.ts';
import type { PlainPage } from './layout.ts';

const words = messages.plain;

export const problem = (sentence: string): Html => html`<p class="problem" role="alert">${sentence}</p>`;

export const logInPage = ({
  next,
  email = '',
  refusal,
}: {
  /** Where the person wanted to go. */
  next: string;
  email?: string;
  refusal?: string;
}): PlainPage => ({
  title: words.logIn,
  body: html`<h1>${words.logIn}</h1>
    <p>${words.scripts}</p>
    ${refusal === undefined ? html`<p class="note">${words.loggedOut}</p>` : problem(refusal)}
    <form method="post" action="${PLAIN}/log-in" class="card">
      <input type="hidden" name="next" value="${next}" />
      <label class="line" for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />
      <label class="line" for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <p class="actions"><button>${words.logIn}</button></p>
    </form>`,
});

interface Entry {
  address: string;
  title: string;
}

/** After the password, where the second step is on. */
export const secondStepPage = ({
  next,
  ticket,
  refusal,
}: {
  next: string;
  ticket: string;
  refusal: string | undefined;
}): PlainPage => ({
  title: words.logIn,
  body: html`<h1>${words.logIn}</h1>
    ${refusal === undefined ? html`` : problem(refusal)}
    <form method="post" action="${PLAIN}/log-in" class="card">
      <input type="hidden" name="next" value="${next}" />
      <input type="hidden" name="ticket" value="${ticket}" />
      <label class="line" for="code">Code of your authenticator app, or a recovery code</label>
      <input id="code" name="code" autocomplete="one-time-code" required />
      <p class="actions"><button>${words.logIn}</button></p>
    </form>`,
});

const listOf = (entries: readonly Entry[], none: string): Html =>
  entries.length === 0
    ? html`<p>${none}</p>`
    : html`<ul class="list">
        ${entries.map(({ address, title }) => html`<li><a href="${address}" dir="auto">${title}</a></li>`)}
      </ul>`;

export const coursesPage = (courses: readonly { _id: string; title: string }[]): PlainPage => ({
  title: 'Your courses',
  body: html`<h1>Your courses</h1>
    <p>${words.scripts}</p>
    ${listOf(
      courses.map(({ _id, title }) => ({ address: plainCourse(_id), title })),
      words.noCourses,
    )}`,
});

export const coursePage = (
  { _id: courseId, title }: { _id: string; title: string },
  quizzes: readonly { _id: string; title: string }[],
): PlainPage => ({
  title,
  body: html`<h1 dir="auto">${title}</h1>
    <h2>Quizzes</h2>
    ${listOf(
      quizzes.map((quiz) => ({ address: plainQuiz(courseId, quiz._id), title: quiz.title })),
      words.noQuizzes,
    )}`,
});

const attemptsOf = (quiz: Quiz, { address, calendar }: { address: string; calendar: SchoolCalendar }): Html =>
  html`<h2>Your attempts</h2>
    <ul class="list">
      ${quiz.attempts.toReversed().map((attempt) => {
        const { _id, number, submittedAt } = attempt;
        const day = submittedAt === null ? '' : calendar.formatTime(Date.parse(submittedAt));
        return html`<li>
          <a href="${address}/attempts/${_id}">Attempt ${number}</a> <span>${day}</span>
          <span>${scoreWords(attempt)}</span>
        </li>`;
      })}
    </ul>`;

/** The button that begins an attempt, or continues the open one. */
export const startForm = (quiz: Quiz, { address, calendar }: { address: string; calendar: SchoolCalendar }): Html => {
  const { openAttemptId, attemptsLeft, nextAt } = quiz;
  if (openAttemptId === null && (attemptsLeft === 0 || quiz.availability !== 'open')) return nothing;
  if (openAttemptId === null && nextAt !== null)
    return html`<p>You may try again on ${calendar.formatTime(Date.parse(nextAt))}.</p>`;
  return html`<form method="post" action="${address}" class="actions"><button>${startWords(quiz)}</button></form>`;
};

/** Before an attempt, and between two: the rules, where the learner stands, and the attempts so far. */
export const quizPage = (courseId: string, quiz: Quiz, calendar: SchoolCalendar): PlainPage => {
  const place = { address: plainQuiz(courseId, quiz.lectureId), calendar };
  return {
    title: quiz.title,
    body: html`<p><a href="${plainCourse(courseId)}">All quizzes of this course</a></p>
      <h1 dir="auto">${quiz.title}</h1>
      <p>${modeNames[quiz.settings.mode]} · ${standingWords(quiz)}</p>
      <ul>
        ${ruleSentences(quiz, (instant) => calendar.formatTime(Date.parse(instant))).map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
      ${startForm(quiz, place)} ${quiz.attempts.length === 0 ? nothing : attemptsOf(quiz, place)}`,
  };
};

/** What was refused, in the words of the API. */
export const refusalPage = (sentence: string, back: string): PlainPage => ({
  title: 'That did not work',
  body: html`<h1>That did not work</h1>
    ${problem(sentence)}
    <p><a href="${back}">Back</a></p>
    <p><a href="${pages.home.path}">To the home page</a></p>`,
});
