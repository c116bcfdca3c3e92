import type { z } from 'zod';
import type { Write } from '#contract/languages/say.ts';
import type { DoctorReport, Finding as Written } from '#contract/school/doctor.ts';
import { doctorMessages } from '#contract/school/doctor-messages.ts';
import { english } from '#contract/languages/language.ts';
import { createCalendar } from '#server/calendar.ts';
import { SECOND_MS, toInstant } from '#server/clock.ts';
import { OperatorError } from '#server/errors.ts';
import { responseWriter } from '#server/http/endpoint/response-writer.ts';
import { version } from '#server/version.ts';
import { checkBackups } from './backups.ts';
import { checkDatabase } from './database.ts';
import { checkDelivery } from './delivery.ts';
import { failing, type Finding, warning, written } from './finding.ts';
import { checkClock, checkDisk, checkFiles, checkFolder, checkVideo } from './machine.ts';
import { checkAddress, checkEmail, checkProxy, type RequestPath } from './network.ts';
import { checkPayments } from './payments.ts';
import type { DoctorNeeds, Tools } from './tools.ts';

export type { DoctorNeeds } from './tools.ts';
export { askProxyAt, watchProxy } from './proxy-watch.ts';

const TIMEOUT_MS = 5000;
const SUMMARY_MS = 15 * 60_000;

type Report = z.input<typeof DoctorReport>;
type Kept = Omit<Report, 'findings'> & { findings: readonly Finding[] };

/** Checks the dependencies of the server. It needs no running server and changes nothing. */
export type Doctor = ReturnType<typeof createDoctor>;

export interface Summary {
  failing: number;
  warning: number;
}

type Found = Promise<Finding | Finding[]>;

/** In the order of the report. */
const CHECKS: [Finding['check'], (tools: Tools, request: RequestPath | undefined) => Found][] = [
  ['folder', checkFolder],
  ['disk', checkDisk],
  ['files', checkFiles],
  ['database', checkDatabase],
  ['address', checkAddress],
  ['proxy', checkProxy],
  ['email', checkEmail],
  ['payments', checkPayments],
  ['video', checkVideo],
  ['delivery', checkDelivery],
  ['backups', checkBackups],
  ['clock', checkClock],
];

/** A check that only starts programs of this machine, which is slow while it is busy. */
const isLocal = (check: Finding['check']): boolean => check === 'video';

const tooSlow = (check: Finding['check'], seconds: number): Finding => {
  const title = doctorMessages.tooSlow(check);
  return isLocal(check)
    ? warning(check, { title, detail: doctorMessages.busyDetail(seconds) })
    : failing(check, { title, detail: doctorMessages.tooSlowDetail(seconds) });
};

/** A check that hangs or throws is a finding as well, and holds up no other. */
const bounded = async (check: Finding['check'], timeoutMs: number, run: () => Found): Promise<Finding[]> => {
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => resolve(tooSlow(check, timeoutMs / SECOND_MS)), timeoutMs);
  try {
    return [await Promise.race([run(), promise])].flat();
  } catch (error) {
    const detail = error instanceof OperatorError ? `${error.message}.` : error instanceof Error ? error.name : '';
    return [failing(check, { title: doctorMessages.broken(check), detail })];
  } finally {
    clearTimeout(timer);
  }
};

export const createDoctor = (needs: DoctorNeeds, timeoutMs = TIMEOUT_MS) => {
  const { clock, settings } = needs;
  let last: { atMs: number; report: Promise<Kept> } | undefined;

  const run = async (checks: typeof CHECKS, request?: RequestPath): Promise<Finding[]> => {
    const found = checks.map(([check, look]) => bounded(check, timeoutMs, () => look(needs, request)));
    return (await Promise.all(found)).flat();
  };
  const runAll = async (request: RequestPath | undefined): Promise<Kept> => ({
    checkedAt: toInstant(clock.now()),
    findings: await run(CHECKS, request),
    program: {
      version,
      nodeVersion: process.versions.node,
      startedAt: toInstant(clock.now() - Math.round(process.uptime() * SECOND_MS)),
      memoryBytes: process.memoryUsage.rss(),
    },
  });
  const examine = (request?: RequestPath): Promise<Kept> => {
    last = { atMs: clock.now(), report: runAll(request) };
    return last.report;
  };
  /** For the terminal and the log. */
  const englishWriter = async (): Promise<Write> => {
    // The check of the database says why it is not known.
    const calendar = await settings.calendar().catch(() => createCalendar('UTC'));
    return responseWriter(english, calendar, '');
  };
  const writeAll = (findings: readonly Finding[], write: Write): Written[] =>
    findings.map((found) => written(found, write));

  return {
    /** `request` is the current one; without it the headers of a proxy are not checked. */
    examine: async (request?: RequestPath, writer = englishWriter): Promise<Report> => {
      const { findings, ...report } = await examine(request);
      return { ...report, findings: writeAll(findings, await writer()) };
    },
    /** The failures of some of the checks. */
    failures: async (names: readonly Finding['check'][]): Promise<Written[]> => {
      const findings = await run(CHECKS.filter(([check]) => names.includes(check)));
      return writeAll(
        findings.filter(({ status }) => status === 'failing'),
        await englishWriter(),
      );
    },
    /** How many checks fail or warn, as of the last examination if it is recent. */
    summary: async (request?: RequestPath): Promise<Summary> => {
      const isRecent = last !== undefined && clock.now() - last.atMs < SUMMARY_MS;
      const { findings } = await (isRecent && last ? last.report : examine(request));
      const countOf = (wanted: Finding['status']): number => findings.filter(({ status }) => status === wanted).length;
      return { failing: countOf('failing'), warning: countOf('warning') };
    },
  };
};
