import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { DoctorReport, type Finding } from '#contract/school/doctor.ts';
import { readConfig } from '#server/config.ts';
import { createLogger } from '#server/log.ts';
import { openDoctor } from '#server/open-doctor.ts';
import { call } from './call.ts';
import { anAdmin } from './factories.ts';
import { type IsolatedData, isolatedData } from './isolated-data.ts';
import type { Overrides, TestApp } from './start-app.ts';

type Found = Record<string, unknown>;

/** For checks that read neither folder nor database. */
export const NOWHERE: IsolatedData = {
  dataDir: '/nowhere/lectern',
  databaseUrl: undefined,
  remove: async () => undefined,
};

/** A port that nothing listens on. */
export const CLOSED = '127.0.0.1:9';

/** A folder and a database, removed after the test. */
export const dataOfTest = async (): Promise<IsolatedData> => {
  const data = await isolatedData();
  onTestFinished(data.remove);
  return data;
};

/** The origin of a server that responds like this until the test ends. */
export const respondWith = async (respond: RequestListener): Promise<string> => {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `http://127.0.0.1:${port}`;
};

export const settingsFor = ({ dataDir, databaseUrl }: IsolatedData): Overrides => ({
  DATA_DIR: dataDir,
  FFMPEG_PATH: 'none',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
});

const byCheck = (findings: readonly Finding[]): Found =>
  Object.fromEntries(findings.map((finding) => [finding.check, finding]));

/** What the command finds with these settings, by the name of the check. */
export const examine = async (place: IsolatedData, settings: Overrides = {}, forwardedFor?: string): Promise<Found> => {
  const config = readConfig({ ...settingsFor(place), ...settings });
  const doctor = await openDoctor(config, createLogger('silent'));
  return byCheck((await doctor.examine({ forwardedFor })).findings);
};

/** What an admin sees in the running server. */
export const seen = async (app: TestApp, headers: Record<string, string> = {}): Promise<Found> => {
  const { token } = await anAdmin(app);
  const { body } = await call(app, 'GET', '/admin/doctor', { token, headers });
  return byCheck(DoctorReport.parse(body['report']).findings);
};
