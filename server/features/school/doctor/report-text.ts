import type { Finding } from '#contract/doctor.ts';

const labels: Record<Finding['status'], string> = { failing: 'FAILING', warning: 'WARNING', ok: 'ok' };
const WIDTH = 9;

const linesOf = ({ status, title, detail, setting, fix }: Finding): string[] => {
  const indented = ' '.repeat(WIDTH);
  const first = `${labels[status].padEnd(WIDTH)}${title}`;
  if (status === 'ok') return [`${first}. ${detail}`];
  return [
    first,
    `${indented}${detail}`,
    ...(fix ? [`${indented}${fix.text} ${fix.code}`] : setting === null ? [] : [`${indented}Setting: ${setting}`]),
  ];
};

/** The findings as lines for a terminal, the worst first. */
export const reportText = (findings: readonly Finding[]): string => {
  const of = (status: Finding['status']): Finding[] => findings.filter((finding) => finding.status === status);
  const [bad, doubtful, good] = [of('failing'), of('warning'), of('ok')];
  const sum = `${bad.length} failing, ${doubtful.length} ${doubtful.length === 1 ? 'warning' : 'warnings'}, ${good.length} ok`;
  return [...[...bad, ...doubtful, ...good].flatMap(linesOf), '', sum].join('\n');
};
