import { doctorMessages } from '#contract/school/doctor-messages.ts';
import type { Inspection } from '#server/database/inspect.ts';
import { z } from 'zod';
import { type Finding, warning } from './finding.ts';

const Recomputing = z.object({ done: z.int(), total: z.int() });

const openJobs = (name: string): string =>
  `SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running') AND name = '${name}'`;

/** What an upgrade leaves to the background, and how much of it is left. */
const OWED = [
  ['courses', 'SELECT count(*) FROM search_course_entries WHERE indexed_at = 0'],
  ['captions', openJobs('classroom.read-captions-again')],
  ['videos', openJobs('lectures.renew-video')],
  ['addresses', openJobs('accounts.normalize-addresses')],
] as const;

const countPeopleLeft = async (inspection: Inspection): Promise<number> => {
  const stored = await inspection.value("SELECT value FROM settings WHERE name = 'billing.recomputing'");
  if (typeof stored !== 'string' || stored === '') return 0;
  const { done, total } = Recomputing.parse(JSON.parse(stored));
  return Math.max(1, total - done);
};

/** What the upgrade still owes; nothing when everything is done. */
export const checkUpgrade = async (inspection: Inspection): Promise<Finding[]> => {
  const messages = doctorMessages.upgrade;
  const left: [keyof typeof messages.left, number][] = [['people', await countPeopleLeft(inspection)]];
  for (const [what, sql] of OWED) left.push([what, Number((await inspection.value(sql)) ?? 0)]);
  const lines = left.flatMap(([what, count]) => (count > 0 ? [messages.left[what](count)] : []));
  return lines.length === 0 ? [] : [warning('schema', { title: messages.title, detail: messages.detail(lines) })];
};
