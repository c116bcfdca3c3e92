import type { Said } from '#contract/languages/say.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '#server/clock.ts';
import { api, API_PREFIX } from '#contract/api.ts';
import { doctorMessages } from '#contract/school/doctor-messages.ts';
import { type Inspection, inspectDatabase } from '#server/database/inspect.ts';
import { examinePostgres, type PostgresProblem } from '#server/database/postgres-state.ts';
import { certificateProblem } from '#server/errors.ts';
import { newestSchema } from '#server/database/migrate.ts';
import { countRefusals } from '#server/database/read-only.ts';
import { localOrigin } from '#server/http/endpoint/origins.ts';
import { inspectStoredAddress } from '#server/public-address.ts';
import { sizeText } from '#server/storage/disk-space.ts';
import type { Tools } from './tools.ts';
import { checkUpgrade } from './upgrades.ts';
import { codeOf, failing, type Finding, ok, warning } from './finding.ts';

const LATE_MS = 15 * MINUTE_MS;
/** PostgreSQL's codes for a wrong user or password, a missing database, and a closed one. The driver's own error without a password has none. */
const LOGIN_REFUSED = new Set(['28P01', '28000', '3D000', '42501', 'SASL']);
const TOO_MANY_CONNECTIONS = '53300';
/** PgBouncer's for settings of a connection that it cannot have in transaction mode. */
const POOLER_REFUSES = '08P01';

const setting = ({ databaseUrl }: Tools['config']): string => (databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL');

const databaseWords = doctorMessages.database;

/** Jobs of these kinds wait for each other, which may take hours. */
const PATIENT = ['lectures.process-video', 'lectures.renew-video', 'classroom.read-captions-again'];

const brokenFile = (error: unknown): Finding => {
  const detail = error instanceof Error ? error.message : '';
  const fix = { text: databaseWords.restore, code: 'DATA_DIR' };
  return failing('database', { title: databaseWords.broken, detail, setting: 'DATA_DIR', fix });
};

const unreachable = (error: unknown, url: string, name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): Finding => {
  const place = URL.parse(url)?.host ?? name;
  const code = error instanceof Error && error.message.startsWith('SASL') ? 'SASL' : codeOf(error);
  const finding = (title: Said, detail: Said, fix: { text: Said; code: string }): Finding =>
    failing('database', { title, detail, setting: name, fix });
  if (code === POOLER_REFUSES)
    return finding(databaseWords.pooled, databaseWords.pooledDetail(place), {
      text: databaseWords.direct,
      code: 'DATABASE_DIRECT_URL',
    });
  const fix = { text: databaseWords.start, code: name };
  const certificate = certificateProblem(error);
  if (certificate !== undefined) {
    const detail = databaseWords.certificateDetail(place, certificate);
    return failing('database', { title: databaseWords.unreachable, detail, setting: name });
  }
  if (code === TOO_MANY_CONNECTIONS)
    return finding(databaseWords.crowded, databaseWords.crowdedDetail(place), {
      text: databaseWords.widen,
      code: databaseWords.widenCommand,
    });
  return LOGIN_REFUSED.has(code)
    ? finding(databaseWords.refused, databaseWords.refusedDetail(place, code), fix)
    : finding(databaseWords.unreachable, databaseWords.unreachableDetail(place, code), fix);
};

/** Behind a pooler, each process also connects to PostgreSQL itself, to listen for changes. */
const checkDirect = async ({ databaseDirectUrl, dataDir }: Tools['config']): Promise<Finding[]> => {
  if (databaseDirectUrl === undefined) return [];
  try {
    const inspection = await inspectDatabase({ databaseUrl: databaseDirectUrl, databaseDirectUrl: undefined, dataDir });
    await inspection?.[Symbol.asyncDispose]();
    return [];
  } catch (error) {
    return [unreachable(error, databaseDirectUrl, 'DATABASE_DIRECT_URL')];
  }
};

const numberIn = async (inspection: Inspection, sql: string): Promise<number | undefined> => {
  const value = await inspection.value(sql);
  return value === null || value === undefined ? undefined : Number(value);
};

const sizeSql = {
  sqlite: 'SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()',
  postgres: 'SELECT pg_database_size(current_database())',
};

const checkSpeed = async (inspection: Inspection, config: Tools['config']): Promise<Finding> => {
  const startedAt = performance.now();
  await inspection.value('SELECT 1');
  const elapsedMs = Math.ceil(performance.now() - startedAt);
  const size = sizeText((await numberIn(inspection, sizeSql[inspection.engine])) ?? 0);
  const detail = databaseWords.okDetail(inspection.version, size);
  return ok('database', { title: databaseWords.ok(elapsedMs), detail, setting: setting(config) });
};

const checkSchema = (found: number): Finding => {
  const messages = doctorMessages.schema;
  const known = newestSchema();
  if (found === known) return ok('schema', { title: messages.ok, detail: messages.version(found) });
  if (found < known) return warning('schema', { title: messages.older, detail: messages.olderDetail(found, known) });
  const fix = { text: messages.fix, code: messages.command };
  return failing('schema', { title: messages.newer, detail: messages.newerDetail(found, known), fix });
};

const checkJobs = async (inspection: Inspection, now: number): Promise<Finding> => {
  const messages = doctorMessages.jobs;
  const dueAt = await numberIn(
    inspection,
    `SELECT min(run_at) FROM jobs WHERE state = 'waiting' AND name NOT IN ('${PATIENT.join("', '")}')`,
  );
  if (dueAt !== undefined && now - dueAt > LATE_MS) {
    const title = messages.late(Math.round((now - dueAt) / MINUTE_MS));
    return failing('jobs', { title, detail: messages.lateDetail, fix: { text: messages.fix, code: messages.command } });
  }
  const failed = `FROM jobs WHERE state = 'failed' AND finished_at > ${now - DAY_MS}`;
  const count = (await numberIn(inspection, `SELECT count(*) ${failed}`)) ?? 0;
  if (count === 0) return ok('jobs', { title: messages.ok, detail: messages.okDetail });
  const name = String(await inspection.value(`SELECT name ${failed} ORDER BY finished_at DESC`));
  return warning('jobs', { title: messages.failed(count), detail: messages.failedDetail(name) });
};

/** Compares the last event with the last payment: a payment that nothing reported was found by asking. */
const checkWebhook = async (inspection: Inspection, { config, clock }: Tools): Promise<Finding> => {
  const messages = doctorMessages.webhook;
  const eventAt = await numberIn(inspection, 'SELECT max(received_at) FROM webhook_events');
  const paidAt = await numberIn(inspection, "SELECT max(captured_at) FROM payments WHERE status = 'captured'");
  const isSilent = paidAt !== undefined && (eventAt ?? 0) < paidAt - HOUR_MS && paidAt < clock.now() - HOUR_MS;
  if (isSilent) {
    const origin =
      config.publicUrl ?? (await inspectStoredAddress(inspection)) ?? localOrigin(config.host, config.port);
    const fix = { text: messages.fix, code: `${origin}${API_PREFIX}${api.payments.webhook.path}` };
    return warning('webhook', {
      title: messages.silent,
      detail: messages.silentDetail({ time: toInstant(paidAt) }),
      fix,
    });
  }
  return eventAt === undefined
    ? ok('webhook', { title: messages.none, detail: messages.noneDetail })
    : ok('webhook', { title: messages.ok, detail: messages.last({ time: toInstant(eventAt) }) });
};

const checkServer = async (inspection: Inspection, config: Tools['config']): Promise<Finding[]> => {
  if (inspection.engine === 'sqlite') return [];
  const isPooled = config.databaseDirectUrl !== undefined;
  const { problem, doubts } = await examinePostgres(inspection, { isPooled });
  const finding = ({ detail, code }: PostgresProblem) => ({
    title: databaseWords.unfit,
    detail,
    fix: { text: databaseWords.run, code },
    setting: setting(config),
  });
  return problem ? [failing('database', finding(problem))] : doubts.map((doubt) => warning('database', finding(doubt)));
};

const checkReadOnly = async (inspection: Inspection): Promise<Finding[]> => {
  if ((await numberIn(inspection, countRefusals(inspection.engine))) === 0) return [];
  const fix = { text: databaseWords.change, code: databaseWords.changeCommand };
  return [warning('database', { title: databaseWords.readOnly, detail: databaseWords.readOnlyDetail, fix })];
};

/** Everything that one look into the database shows. */
export const checkDatabase = async (tools: Tools): Promise<Finding[]> => {
  const { config, clock } = tools;
  let inspection: Inspection | undefined;
  try {
    inspection = await inspectDatabase(config);
  } catch (error) {
    return [
      config.databaseUrl === undefined ? brokenFile(error) : unreachable(error, config.databaseUrl, 'DATABASE_URL'),
    ];
  }
  if (!inspection)
    return [
      warning('database', {
        title: databaseWords.missing,
        detail: databaseWords.missingDetail,
        setting: setting(config),
      }),
    ];
  await using open = inspection;
  const speed = [await checkSpeed(open, config), ...(await checkServer(open, config))];
  // Without this table the database is empty.
  const schema = await numberIn(open, 'SELECT max(number) FROM schema_migrations').catch(() => undefined);
  if (schema === undefined) return [...speed, checkSchema(0)];
  const others = [...(await checkReadOnly(open)), ...(await checkDirect(config))];
  const jobs = await checkJobs(open, clock.now());
  // A schema of before has other tables.
  const upgrade = schema === newestSchema() ? await checkUpgrade(open) : [];
  return [...speed, ...others, checkSchema(schema), ...upgrade, jobs, await checkWebhook(open, tools)];
};
