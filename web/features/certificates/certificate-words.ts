import type { ResponseOf } from '#web/api/call.ts';
import { countOf } from '#contract/format.ts';

export type Certificate = ResponseOf<'GET /certificates/:code'>['certificate'];

export const lectureCount = ({ evidence }: Certificate): string =>
  countOf(evidence.courseLectures ?? evidence.lectures, 'lecture');

/** The teacher with what they are, such as "Dr. Thomas Kurian, meteorologist". */
export const withHeadline = ({ teacher, teacherHeadline }: Certificate): string =>
  [teacher, teacherHeadline].filter((text) => text !== '').join(', ');

/** A file of a certificate. */
export const fileOf = ({ code }: Pick<Certificate, 'code'>, file: 'badge' | 'badge-image' | 'pdf'): string =>
  `/api/v1/certificates/${code}/${file}`;

/** One that was revoked or replaced is not printed any more. */
export const hasPdf = ({ state }: Pick<Certificate, 'state'>): boolean => state === 'valid' || state === 'expired';
