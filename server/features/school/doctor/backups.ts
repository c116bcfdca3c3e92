import { HOUR_MS } from '#server/clock.ts';
import { doctorMessages } from '#contract/school/doctor-messages.ts';
import { probeRepository } from '#server/backup/backup.ts';
import { OLD_BACKUP_MS, readBackupSettings, withFieldNames } from '#server/backup/settings.ts';
import { ConfigError } from '#server/config.ts';
import { type Inspection, inspectDatabase } from '#server/database/inspect.ts';
import { OperatorError } from '#server/errors.ts';
import type { BackupAccess } from '#server/settings/backup-access.ts';
import type { Tools } from './tools.ts';
import { codeOf, failing, type Finding, ok, warning } from './finding.ts';

/** A night was missed. */
const DOUBTFUL_HOURS = 36;

const messages = doctorMessages.backups;
const setting = 'BACKUP_TO';

interface Past {
  verifiedAt: number | undefined;
  /** Why the last run failed. */
  problem: string | undefined;
}

type Access = Pick<BackupAccess, 'environment' | 'isFixed'>;

const readPast = async (inspection: Inspection): Promise<Past> => {
  const verifiedAt = await inspection.value("SELECT max(started_at) FROM backup_runs WHERE state = 'verified'");
  const problem = await inspection.value('SELECT problem FROM backup_runs ORDER BY started_at DESC LIMIT 1');
  return {
    verifiedAt: verifiedAt === null || verifiedAt === undefined ? undefined : Number(verifiedAt),
    problem: typeof problem === 'string' ? problem : undefined,
  };
};

/** Undefined where the check of the database says why. */
const findPast = async (config: Tools['config']): Promise<Past | undefined> => {
  try {
    await using inspection = await inspectDatabase(config);
    return inspection && (await readPast(inspection));
  } catch {
    return undefined;
  }
};

const judgeAge = ({ verifiedAt, problem }: Past, place: string, now: number): Finding => {
  const detail = problem ?? messages.place(place);
  if (verifiedAt === undefined)
    return (problem === undefined ? warning : failing)('backups', { title: messages.never, detail, setting });
  const hours = Math.floor((now - verifiedAt) / HOUR_MS);
  const title = messages.age(hours);
  if (now - verifiedAt >= OLD_BACKUP_MS) return failing('backups', { title, detail, setting });
  return (hours >= DOUBTFUL_HOURS ? warning : ok)('backups', { title, detail, setting });
};

const checkPlace = async (
  place: string,
  { environment, isFixed }: Access,
  { config, clock }: Tools,
): Promise<Finding[]> => {
  const fix = { text: doctorMessages.correct, code: setting };
  try {
    if (!(await probeRepository({ place, environment: environment() })))
      return [warning('backups', { title: messages.missing, detail: messages.missingDetail(place), setting, fix })];
  } catch (error) {
    const hasMessage = error instanceof ConfigError || error instanceof OperatorError;
    const detail = hasMessage
      ? isFixed
        ? error.message
        : withFieldNames(error.message)
      : messages.unwritableDetail(place, codeOf(error));
    return [failing('backups', { title: messages.unwritable, detail, setting, fix })];
  }
  const past = await findPast(config);
  return past ? [judgeAge(past, place, clock.now())] : [];
};

/** Writes to the place of the backups, and looks how old the last verified one is. */
export const checkBackups = async (tools: Tools): Promise<Finding[]> => {
  try {
    const { unused } = readBackupSettings(tools.config);
    const { place, isFixed, environment } = await tools.settings.backups();
    const leftover = (place?.startsWith('s3://') === true ? [] : unused).map((name) =>
      warning('backups', { title: messages.unused(name), detail: messages.unusedDetail, setting: name }),
    );
    if (place !== undefined) return [...(await checkPlace(place, { environment, isFixed }, tools)), ...leftover];
    const fix = { text: messages.fix, code: setting };
    return [warning('backups', { title: messages.off, detail: messages.offDetail, setting, fix }), ...leftover];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [failing('backups', { title: messages.unwritable, detail: error.message, setting })];
  }
};
