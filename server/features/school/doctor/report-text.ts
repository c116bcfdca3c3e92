import type { Finding } from '#contract/school/doctor.ts';

const labels: Record<Finding['status'], string> = { failing: 'FAILING', warning: 'WARNING', ok: 'ok' };
const WIDTH = 9;

const whatToDo = ({ setting, fix }: Finding): string[] => {
  if (fix) return [`${fix.text} ${fix.code}`];
  return setting === null ? [] : [`Setting: ${setting}`];
};

const linesOf = (finding: Finding): string[] => {
  const { status, title, detail } = finding;
  const first = `${labels[status].padEnd(WIDTH)}${title}`;
  if (status === 'ok') return [`${first}. ${detail}`];
  return [first, ...[detail, ...whatToDo(finding)].map((line) => ' '.repeat(WIDTH) + line)];
};

/** A problem as one line. */
export const problemLine = (finding: Finding): string =>
  [`${finding.title}.`, finding.detail, ...whatToDo(finding)].join(' ');

/** The findings as lines for a terminal, the worst first. */
export const reportText = (findings: readonly Finding[]): string => {
  const of = (status: Finding['status']): Finding[] => findings.filter((finding) => finding.status === status);
  const [bad, doubtful, good] = [of('failing'), of('warning'), of('ok')];
  const sum = `${bad.length} failing, ${doubtful.length} ${doubtful.length === 1 ? 'warning' : 'warnings'}, ${good.length} ok`;
  return [...[...bad, ...doubtful, ...good].flatMap(linesOf), '', sum].join('\n');
};
