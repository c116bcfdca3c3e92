import { msg, plural } from '@lingui/core/macro';
import { listRequirements, statusText } from '#contract/certificates/certificate-texts.ts';
import { ENGLISH, formatDay } from '#contract/format.ts';
import type { ResponseOf } from '#web/api/call.ts';
import type { Language } from '#contract/languages/language.ts';

export type Certificate = ResponseOf<'GET /certificates/:code'>['certificate'];

export const lectureCount = ({ evidence }: Certificate, { _ }: Language): string => {
  const count = evidence.courseLectures ?? evidence.lectures;
  return _(msg({ message: plural(count, { one: '# lecture', other: '# lectures' }) }));
};

/** The teacher with what they are, such as "Dr. Thomas Kurian, meteorologist". */
export const withHeadline = ({ teacher, teacherHeadline }: Certificate): string =>
  [teacher, teacherHeadline].filter((text) => text !== '').join(', ');

/** A file of a certificate. */
export const fileOf = ({ code }: Pick<Certificate, 'code'>, file: 'badge' | 'badge-image' | 'pdf'): string =>
  `/api/v1/certificates/${code}/${file}`;

/** One that was revoked or replaced is not printed any more. */
export const hasPdf = ({ state }: Pick<Certificate, 'state'>): boolean => state === 'valid' || state === 'expired';

/** What a course demands, as the contract says it, in the words of the page. */
export const requirementWords = (
  [rule, evidence]: Parameters<typeof listRequirements>,
  { _ }: Language,
): ReturnType<typeof listRequirements> => {
  const { coveragePercent, approvedBy } = rule;
  const { lectures, quizzes, courseLectures, courseQuizzes } = evidence;
  const isChoice = courseLectures !== undefined;
  const words = {
    lectures: isChoice
      ? msg({
          message: plural(lectures, {
            one: 'The required lecture completed',
            other: 'The # required lectures completed',
          }),
        })
      : msg`Every lecture completed`,
    minutes: isChoice
      ? msg`${{ percent: coveragePercent }}% of the required lectures watched, by measured minutes`
      : msg`${{ percent: coveragePercent }}% of the lectures watched, by measured minutes`,
    quizzes:
      courseQuizzes === undefined
        ? msg`Every quiz passed`
        : msg({
            message: plural(quizzes, { one: 'The required quiz passed', other: 'The # required quizzes passed' }),
          }),
    approval: msg`Approved by ${{ name: approvedBy }}`,
  };
  return listRequirements(rule, evidence).map(({ of }) => ({ of, text: _(words[of]) }));
};

/** Whether a certificate holds, and since when, as the contract says it, in the words of the page. */
export const statusWords = (certificate: Certificate, timeZone: string, { _, locale }: Language): string => {
  const dateOf = (instant: string): string => formatDay(instant, timeZone, locale);
  if (locale === ENGLISH) return statusText(certificate, dateOf);
  const { state, issuer, holderName, issuedAt, validUntil, revoked } = certificate;
  const issued = _(msg`${{ issuer }} issued it to ${{ holderName }} on ${{ day: dateOf(issuedAt) }}.`);
  const more = (): string => {
    if (state === 'reissued') return _(msg`The new one has the number`);
    if (state === 'revoked' && revoked)
      return _(msg`It was revoked on ${{ day: dateOf(revoked.at) }}: ${{ reason: revoked.reason }}`);
    if (state === 'expired' && validUntil !== null) return _(msg`It was valid until ${{ day: dateOf(validUntil) }}.`);
    return _(msg`It has not been revoked or replaced.`);
  };
  return `${issued} ${more()}`;
};
