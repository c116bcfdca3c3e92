import { parseArgs } from 'node:util';
import { announcementFigures } from './announcement.ts';
import { catalogueFigures } from './catalogue.ts';
import { clusterFigures } from './cluster.ts';
import { inTurns } from './compare.ts';
import { costFigures } from './costs.ts';
import { courseAccessFigures } from './course-access.ts';
import { ledgerFigures } from './ledger.ts';
import { lighthouseFigures } from './lighthouse.ts';
import { loginFigures } from './logins.ts';
import { type Figure, median, recorded, round } from './measure.ts';
import { pageFigures } from './pages.ts';
import type { Subject } from './processes.ts';
import { progressFigures } from './progress.ts';
import { quizFigures } from './quiz.ts';
import { searchFigures } from './search.ts';
import { startFigures } from './start.ts';
import { slowClassroomFigures } from './slow-classroom.ts';
import { tapFigures } from './tap.ts';
import { scopeFigures } from './scopes.ts';
import { upgradeFigures } from './upgrade.ts';
import { rangeFigures, uploadFigures } from './video.ts';
import { webhookFigures } from './webhooks.ts';

/**
 * `npm run bench [-- name …]`: every question in turn, each with its own servers; or with `--against FOLDER [--turns 3]` the
 * program here against that of another checkout.
 */
type Question = (subject: Subject) => Promise<Figure[]> | Figure[];

const questions: Record<string, Question> = {
  catalogue: catalogueFigures,
  postgres: catalogueFigures,
  'course-access': courseAccessFigures,
  'course-access-postgres': courseAccessFigures,
  logins: loginFigures,
  range: rangeFigures,
  upload: uploadFigures,
  progress: progressFigures,
  'progress-postgres': progressFigures,
  quiz: quizFigures,
  'quiz-postgres': quizFigures,
  pages: pageFigures,
  start: startFigures,
  ledger: ledgerFigures,
  'slow-classroom': slowClassroomFigures,
  tap: tapFigures,
  search: searchFigures,
  'search-postgres': searchFigures,
  webhooks: webhookFigures,
  'webhooks-postgres': webhookFigures,
};
/** Measured only by their names: they need more programs and time. */
const long: typeof questions = {
  announcement: announcementFigures,
  cluster: clusterFigures,
  costs: costFigures,
  lighthouse: lighthouseFigures,
  scopes: scopeFigures,
  'scopes-postgres': scopeFigures,
  upgrade: upgradeFigures,
  'upgrade-postgres': upgradeFigures,
};
const all = { ...questions, ...long };
/** They import the code of this checkout. */
const onlyHere = ['ledger', 'cluster', 'costs', 'scopes', 'scopes-postgres', 'upgrade', 'upgrade-postgres'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, turns: { type: 'string', default: '3' } },
});
const { against } = values;
const known = Object.keys(all).filter((name) => against === undefined || !onlyHere.includes(name));
const names = positionals.length > 0 ? positionals : Object.keys(questions).filter((name) => known.includes(name));
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: not a question here. The questions are ${known.join(', ')}.`);
  process.exit(2);
}

const measureIn = async (checkout: string, name: string): Promise<Figure[]> =>
  (await all[name]?.({ checkout, engine: name.endsWith('postgres') ? 'PostgreSQL' : 'SQLite' })) ?? [];

/** The ratios of the figures here to those of another checkout. */
const compareWith = async (other: string, name: string): Promise<Figure[]> => {
  const measures = ['.', other].map((checkout) => () => measureIn(checkout, name));
  const [ours = [], theirs = []] = await inTurns(Number(values.turns), measures);
  return (ours[0] ?? []).map(({ question, unit }, index) => {
    const [here = [], there = []] = [ours, theirs].map((turns) => turns.map((figures) => figures[index]?.value ?? NaN));
    const detail = `here ${here.join(', ')}, there ${there.join(', ')} ${unit}`;
    return recorded(`${question}, against ${other}`, round(median(here) / median(there)), '×', detail);
  });
};

for (const name of names) {
  process.stderr.write(`${name} …\n`);
  const figures = await (against === undefined ? measureIn('.', name) : compareWith(against, name));
  if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1;
  for (const { question, bar, value, unit, isMet, detail } of figures)
    console.log(`${isMet ? 'met   ' : 'MISSED'} ${question}: ${value} ${unit} (bar ${bar}) — ${detail}`);
}
