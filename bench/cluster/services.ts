import { openFakeSmtp } from '#test/fake-smtp.ts';
import { openPostgres } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startNginx } from '#test/deploy/nginx.ts';
import { freePort } from '#test/deploy/run.ts';
import { startServers } from '#test/server-processes.ts';
import { startPooler } from '#test/setup/pooler.ts';
import { startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { startObjectStore } from '../object-store.ts';
import { admin, readTreeCpuSeconds, temporaryFolder } from '../processes.ts';

/** The places of the processes: two web processes and a worker. */
export const PLACES = { firstWeb: 0, secondWeb: 1, worker: 2 } as const;
export const METRICS_TOKEN = 'a-token-of-the-bench';
const CDN_KEY = 'a-key-of-the-bench-that-is-long-enough';

/** All that a cluster of one machine consists of, as real programs with the shipped configuration. */
export const startCluster = async () => {
  await using starting = new AsyncDisposableStack();
  const folder = starting.use(temporaryFolder());
  const postgres = await startPrivatePostgres({ isDurable: true });
  starting.defer(postgres.stop);
  const pooler = await startPooler(postgres);
  if (!pooler) throw new Error('PgBouncer is not installed');
  starting.defer(pooler.stop);
  const database = await openPostgres(pooler.url, { directUrl: postgres.url });
  starting.defer(database.close);
  await migrate(database, Date.now());
  const store = await startObjectStore();
  starting.defer(store.stop);
  const smtp = starting.use(await openFakeSmtp());
  const [sitePort, cdnPort, ...webPorts] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${sitePort}`;
  const servers = await startServers((place) => ({
    ROLE: place === PLACES.worker ? 'worker' : 'web',
    PORT: String(webPorts[place] ?? 0),
    PUBLIC_URL: origin,
    TRUST_PROXY: '1',
    // The proxy in front adds headers as if others could reach it.
    ALLOW_TEST_PAYMENTS: '1',
    RATE_LIMIT: 'on',
    LOG_LEVEL: 'warn',
    SECRET_KEY: 'thirty-two characters and a few more',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.url,
    DATA_DIR: `${folder.path}/data-${place}`,
    SMTP_URL: smtp.url,
    CONTACT_EMAIL: 'desk@school.example',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    METRICS_TOKEN,
    MEDIA_DELIVERY: 'cdn',
    MEDIA_CDN_URL: `http://127.0.0.1:${cdnPort}`,
    MEDIA_CDN_KEY: CDN_KEY,
    ...store.settings,
  }));
  starting.defer(servers.stop);
  await servers.add();
  const proxies = await startNginx({
    site: { port: sitePort, webPorts },
    cdn: { port: cdnPort, key: CDN_KEY, originPort: sitePort },
  });
  starting.defer(proxies.stop);
  const ofProcess = (place: number): number => readTreeCpuSeconds(servers.pid(place) ?? 0);
  /** CPU so far, in seconds, by what works. */
  const cpuSeconds = () => ({
    web: ofProcess(PLACES.firstWeb) + ofProcess(PLACES.secondWeb),
    worker: ofProcess(PLACES.worker),
    database: readTreeCpuSeconds(postgres.pid()) + readTreeCpuSeconds(pooler.pid),
    proxy: readTreeCpuSeconds(proxies.pid),
  });
  const webOrigins = webPorts.map((port) => `http://127.0.0.1:${port}`);
  const started = starting.move();
  const stop = (): Promise<void> => started.disposeAsync();
  return { origin, webOrigins, database, postgres, servers, smtp, store, cpuSeconds, [Symbol.asyncDispose]: stop };
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
