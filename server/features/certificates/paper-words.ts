import {
  type DETAIL_VALUES,
  fillDetails,
  STANDARD_DETAILS,
  STANDARD_STATEMENT,
} from '#contract/certificates/certificate-design.ts';
import { formatLength } from '#contract/format.ts';
import { type Said, say, type Sentence, type Write } from '#contract/languages/say.ts';
import { toInstant } from '#server/clock.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { languageOf, nameOf } from '#server/languages.ts';
import type { Snapshot } from './snapshot.ts';

type Row = Pick<CertificateRow, 'code' | 'completed_at' | 'issued_at' | 'valid_until'>;
type Of = Pick<Snapshot, 'issuer' | 'teacher' | 'teacherHeadline' | 'language' | 'evidence' | 'design'>;

const averageOf = (percents: readonly number[]): number =>
  Math.round(percents.reduce((sum, percent) => sum + percent, 0) / Math.max(1, percents.length));

/** The values of the text below the course; '' for what a course lacks. */
const detailValues = ({ evidence, teacher, teacherHeadline, language }: Of) => {
  const { lectures, courseLectures, totalMs, quizzes, bestPercents } = evidence;
  return {
    lectures: say('{count, plural, one {# lecture} other {# lectures}}', { count: courseLectures ?? lectures }),
    length: totalMs > 0 ? formatLength(totalMs, languageOf(language).locale) : '',
    teacher: [teacher, teacherHeadline].filter((text) => text !== '').join(', '),
    quizzes: quizzes > 0 ? say('{count, plural, one {# quiz} other {# quizzes}}', { count: quizzes }) : '',
    score: bestPercents.length > 0 ? `${averageOf(bestPercents)}%` : '',
  } satisfies Record<(typeof DETAIL_VALUES)[number], Said>;
};

/** The text below the course: the standard one in the language of the certificate, or the owner’s with its values. */
export const detailsOf = (of: Of, write: Write): string => {
  const { details } = of.design;
  const values = detailValues(of);
  if (details !== STANDARD_DETAILS.message)
    return fillDetails(
      details,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)])),
    );
  const { lectures, teacher } = values;
  return teacher === '' ? '' : write({ ...STANDARD_DETAILS, values: { lectures, teacher } });
};

/** Between the name of the holder and the course. */
export const statementOf = ({ design: { statement } }: Of): Said =>
  statement === STANDARD_STATEMENT.message ? STANDARD_STATEMENT : statement;

export const headingOf = ({ valid_until: until }: Row, isExpired: boolean): Sentence =>
  isExpired && until !== null ? say('Expired on {date}', { date: { date: toInstant(until) } }) : say('Certificate');

/** At the foot of the paper. */
export const notesOf = (row: Row, { language, issuer }: Of): Sentence[] => {
  const completed = { date: toInstant(row.completed_at) };
  const until = row.valid_until;
  return [
    until === null
      ? say('Completed on {completed}. No expiry date. That page repeats everything printed here, without a login.', {
          completed,
        })
      : say(
          'Completed on {completed}. Valid until {until}. That page repeats everything printed here, without a login.',
          { completed, until: { date: toInstant(until) } },
        ),
    say('Number {code}. Issued by {issuer} on {issued}. Language: {language}.', {
      code: row.code,
      issuer,
      issued: { date: toInstant(row.issued_at) },
      language: nameOf(language),
    }),
  ];
};
