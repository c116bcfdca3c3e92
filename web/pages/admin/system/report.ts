import type { DoctorReport, Finding } from '#contract/doctor.ts';

const lineOf = ({ status, title, detail, fix }: Finding): string =>
  [`${status}: ${title}.`, detail, ...(fix ? [fix.text, fix.code] : [])].join(' ');

/** The report as text, for a message to somebody who can help. */
export const reportOf = ({ checkedAt, program, findings }: DoctorReport): string =>
  [`Lectern ${program.version}, Node ${program.nodeVersion}, ${checkedAt}`, ...findings.map(lineOf)].join('\n');
