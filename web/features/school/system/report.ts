import type { DoctorReport, Finding } from '#contract/doctor.ts';

const EMAIL = /[^\s@<>,;:()]+@[^\s@<>,;:()]*[^\s@<>,;:().]/g;
const KEY = /\brzp_(?:test|live)_\w+/g;

/** What works needs no detail, and what names people or keys is cut out. */
const lineOf = ({ status, title, detail, fix }: Finding): string =>
  [`${status}: ${title}.`, ...(status === 'ok' ? [] : [detail, ...(fix ? [fix.text, fix.code] : [])])]
    .join(' ')
    .replaceAll(EMAIL, '(email)')
    .replaceAll(KEY, '(key)');

/** The report as text, for a message to somebody who can help. */
export const reportOf = ({ checkedAt, program, findings }: DoctorReport): string =>
  [`Lectern ${program.version}, Node ${program.nodeVersion}, ${checkedAt}`, ...findings.map(lineOf)].join('\n');
