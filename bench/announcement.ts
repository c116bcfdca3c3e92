import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { openSqlite } from '#server/database/database.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { insertBuyers } from './fill.ts';
import { probeWhile, withCpu } from './load.ts';
import { type Figure, figure, median, percentile, recorded, round } from './measure.ts';
import { startLectern, type Subject, temporaryFolder } from './processes.ts';
import { createCourse, logInAdmin } from './school.ts';
import { json, read, type Visitor } from './visitor.ts';

const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 20_000);
const PROBE_EVERY_MS = 20;
/** An announcement can be cancelled for a minute before it begins. */
const LOOK_AGAIN_MS = 100;
const TITLE = 'We close for Diwali';

const Written = z.object({ announcement: z.object({ _id: z.string() }) });

const announce = async (visitor: Visitor): Promise<void> => {
  const text = { title: TITLE, body: 'We **close** on Monday, and open on Tuesday.', audience: {} };
  const { announcement } = read(Written, await visitor.step('write', '/api/v1/announcements', json(text)));
  await visitor.step('send', `/api/v1/announcements/${announcement._id}/send`, json({}));
};

/** Counts the announcements that a mail server got, and keeps none; logins are emailed too. */
const watchMails = (smtp: Awaited<ReturnType<typeof openFakeSmtp>>) => {
  const people = new Set<string>();
  let emails = 0;
  const look = (): number => {
    for (const { recipients, data } of smtp.emails.splice(0)) {
      if (!data.includes(TITLE)) continue;
      emails += 1;
      for (const recipient of recipients) people.add(recipient);
    }
    return people.size;
  };
  return {
    people: look,
    emails: (): number => emails,
    until: async (count: number): Promise<void> => {
      while (look() < count) await setTimeout(LOOK_AGAIN_MS);
    },
  };
};

const probeOf = (visitor: Visitor) => (turn: number) =>
  visitor.step('probe', turn % 2 === 0 ? '/api/v1/courses/' : '/api/v1/user/me');

const summary = (times: readonly number[]): string => `${times.length} probes, median ${round(median(times), 1)} ms`;

/** An announcement to many people over a mail server that accepts at once: how fast, how the site is meanwhile, and after a stop. */
export const announcementFigures = async ({ checkout }: Subject): Promise<Figure[]> => {
  using folder = temporaryFolder();
  await using smtp = await openFakeSmtp();
  const dataDir = join(folder.path, 'data');
  const settings = { RATE_LIMIT: 'off', LOG_LEVEL: 'error', SMTP_URL: smtp.url, MAIL_FROM: 'desk@school.example' };
  const start = async () => {
    const server = await startLectern(checkout, dataDir, settings);
    return { server, visitor: await logInAdmin(server.origin) };
  };
  const mails = watchMails(smtp);
  const first = await start();
  await createCourse(first.visitor, 'One course');
  const database = openSqlite(join(dataDir, 'lectern.db'));
  const buyers = { prefix: 'buyer_', count: PEOPLE, mode: 'test' as const, at: `${Date.now()}` };
  await database.transaction((tx) => insertBuyers(tx, buyers)).finally(() => database.close());
  await announce(first.visitor);
  const before = await probeWhile(PROBE_EVERY_MS, probeOf(first.visitor), setTimeout(MINUTE_MS * 0.75));
  await mails.until(1);
  const alreadyThere = mails.people();
  const { result, seconds, cpuSeconds } = await withCpu(first.server, () =>
    probeWhile(PROBE_EVERY_MS, probeOf(first.visitor), mails.until(PEOPLE / 2)),
  );
  const [during, sent] = [result, mails.people() - alreadyThere];
  await first.server[Symbol.asyncDispose]();
  const atStop = mails.people();
  const stoppedAt = performance.now();
  const again = await start();
  await mails.until(atStop + 1);
  const resumedAfterMs = performance.now() - stoppedAt;
  // The admin gets it too.
  await mails.until(PEOPLE + 1);
  await again.server[Symbol.asyncDispose]();
  const [p99Before, p99] = [percentile(before.times, 0.99), percentile(during.times, 0.99)];
  return [
    recorded(
      `an announcement to ${PEOPLE} people, emails`,
      round(sent / seconds, 0),
      '/s',
      `the first half, SQLite, with its probes; server CPU ${round((cpuSeconds / sent) * 1000, 1)} ms each`,
    ),
    figure('people who get none, or two', { atMost: 0 }, mails.emails() - PEOPLE - 1, '', 'stopped half-way'),
    recorded(
      'from a stop half-way to the next email',
      round(resumedAfterMs, 0),
      'ms',
      `with the start; ${atStop} sent before`,
    ),
    figure(
      'other requests’ p99 while it is sent',
      { atMost: 100 },
      round(p99, 1),
      'ms',
      `${summary(during.times)}; before: ${round(p99Before, 1)} ms, ${summary(before.times)}`,
    ),
  ];
};
