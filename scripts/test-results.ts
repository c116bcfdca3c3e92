import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export interface Tally {
  passed: number;
  failed: number;
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** A runner that ended badly without naming a failed test, or that ran none, is one failure. */
const withRunner = ({ passed, failed }: Tally, code: number | undefined): Tally => ({
  passed,
  failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
});

/** Counts tests; a file that could not even be loaded counts as one failure. */
export const vitestTally = async (reportFile: string, code: number | undefined): Promise<Tally> => {
  const report = VitestReport.safeParse(await readJson(reportFile));
  if (!report.success) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = report.data;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return withRunner({ passed: numPassedTests, failed: numFailedTests + unloaded.length }, code);
};

export const playwrightTally = async (reportFile: string, code: number | undefined): Promise<Tally> => {
  const report = PlaywrightReport.safeParse(await readJson(reportFile));
  if (!report.success) return { passed: 0, failed: 1 };
  const { stats, errors } = report.data;
  return withRunner({ passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }, code);
};
