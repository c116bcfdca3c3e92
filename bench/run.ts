import { cpus } from 'node:os';
import { clusterFigures } from './cluster.ts';
import { catalogueFigures } from './catalogue.ts';
import { costFigures } from './costs.ts';
import { ledgerFigures } from './ledger.ts';
import { lighthouseFigures } from './lighthouse.ts';
import { loginFigures } from './logins.ts';
import type { Figure } from './measure.ts';
import { pageFigures } from './pages.ts';
import { progressFigures } from './progress.ts';
import { withPostgres } from './postgres.ts';
import { rangeFigures, uploadFigures } from './video.ts';
import { searchFigures } from './search.ts';
import { tapFigures } from './tap.ts';
import { startFigures } from './start.ts';
import { webhookFigures } from './webhooks.ts';

/** `npm run bench [-- --json] [-- name …]`: every question in turn, each with its own servers. */
const questions: Record<string, () => Promise<Figure[]> | Figure[]> = {
  catalogue: () => catalogueFigures('SQLite', {}, { list: 0.5, me: 0.3 }),
  postgres: () => withPostgres((url) => catalogueFigures('PostgreSQL', { DATABASE_URL: url }, { list: 0.4, me: 0.25 })),
  logins: loginFigures,
  range: rangeFigures,
  upload: uploadFigures,
  progress: () => progressFigures('SQLite'),
  'progress-postgres': () => withPostgres((url) => progressFigures('PostgreSQL', { DATABASE_URL: url })),
  pages: pageFigures,
  start: startFigures,
  ledger: ledgerFigures,
  tap: tapFigures,
  search: () => searchFigures('SQLite'),
  'search-postgres': () => withPostgres((url) => searchFigures('PostgreSQL', { DATABASE_URL: url })),
  webhooks: () => webhookFigures('SQLite'),
  'webhooks-postgres': () => withPostgres((url) => webhookFigures('PostgreSQL', { DATABASE_URL: url })),
};

/** Measured only by their names: they need more programs and time. */
const long: typeof questions = { cluster: clusterFigures, costs: costFigures, lighthouse: lighthouseFigures };

const all = { ...questions, ...long };
const names = process.argv.slice(2).filter((word) => word !== '--json');
const unknown = names.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: not a question. The questions are ${Object.keys(all).join(', ')}; and --json.`);
  process.exit(2);
}
const figures: Figure[] = [];
const chosen = Object.entries(names.length === 0 ? questions : all).filter(
  ([name]) => names.length === 0 || names.includes(name),
);
for (const [name, measure] of chosen) {
  process.stderr.write(`${name} …\n`);
  figures.push(...(await measure()));
}

if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1;

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ machine: { cores: cpus().length, node: process.version }, figures }, null, 2));
} else {
  for (const { question, bar, value, unit, isMet, detail } of figures)
    console.log(`${isMet ? 'met   ' : 'MISSED'} ${question}: ${value} ${unit} (bar ${bar}) — ${detail}`);
}
