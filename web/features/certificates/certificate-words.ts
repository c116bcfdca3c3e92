import { msg, plural } from '@lingui/core/macro';
import type { ResponseOf } from '#web/api/call.ts';
import type { Language } from '#web/ui/language/language.tsx';

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
