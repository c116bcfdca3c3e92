/** Messages of the pages that work without JavaScript. */
export const plainMessages = {
  logIn: 'Log in',
  loggedOut: 'Log in to see this page.',
  otherSite: 'This form was sent from another site. Open the page again, and send it from there.',
  orderIncomplete: 'Give each entry a place of its own.',
  noCourses: 'You have begun no course yet.',
  noQuizzes: 'This course has no quiz.',
  scripts: 'These pages show quizzes without JavaScript. Lectures need it.',
  saved: 'Your answers are saved.',
  newer: 'Newer answers were saved in another window. This page shows them now, and yours were not saved.',
  late: 'The time was over. What you sent is kept, and does not count.',
  empty: (numbers: readonly number[]): string =>
    numbers.length === 1
      ? `Your answers are saved. Question ${numbers.join('')} is empty.`
      : `Your answers are saved. Questions ${numbers.slice(0, -1).join(', ')} and ${numbers.slice(-1).join('')} are empty.`,
  answerFirst: 'Answer this question, or skip it.',
  deadline: (end: string, now: string): string =>
    `The test ends on ${end}. On the server it was ${now} when this page was sent. What you have saved by the end is submitted.`,
  oneWay: 'You cannot come back to this question. Nothing is saved before you press a button.',
  saveOften: 'Nothing is saved before you press a button.',
} as const;
