import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './run.ts';
import type { StoreServers } from './store-servers.ts';

const READY_TIMEOUT_MS = 60_000;
const TRY_EVERY_MS = 200;
const KEY = { id: 'test:tester', secret: 'testing' };

type Kind = 'account' | 'container' | 'object';
const KINDS: Kind[] = ['account', 'container', 'object'];

const ringOf = (folder: string, kind: Kind, port: number): void => {
  const builder = path.join(folder, 'etc', `${kind}.builder`);
  for (const words of [['create', '6', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']]) {
    const { status, stderr } = spawnSync('swift-ring-builder', [builder, ...words], { encoding: 'utf8' });
    // 1 is a warning, such as that of too few devices.
    if (status !== 0 && status !== 1) throw new Error(`swift-ring-builder: ${stderr}`);
  }
};

const backendConf = (folder: string, kind: Kind, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.env['USER'] ?? 'root'}
swift_dir = ${folder}/etc
devices = ${folder}/dev
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const FILTERS = ['catch_errors', 'cache', 'listing_formats', 's3api', 'tempauth', 'copy', 'slo', 'dlo'];
const settingsOf: Record<string, string> = {
  s3api: 'location = us-east-1\n',
  tempauth: `user_test_tester = ${KEY.secret} .admin\n`,
};

const proxyConf = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.env['USER'] ?? 'root'}
swift_dir = ${folder}/etc
[pipeline:main]
pipeline = ${FILTERS.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${settingsOf[name] ?? ''}`).join('')}`;

/** Whatever it responds, it runs. */
const responds = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

const untilReady = async (ports: readonly number[], servers: readonly ChildProcess[]): Promise<void> => {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (const port of ports)
    while (!(await responds(port))) {
      if (servers.some(({ exitCode }) => exitCode !== null)) throw new Error('a server of Swift ended as it started');
      if (performance.now() > deadline) throw new Error('Swift was not ready in time');
      await setTimeout(TRY_EVERY_MS);
    }
};

/** Starts OpenStack Swift, a distributed object store, in a temporary folder, which goes with it. */
export const startSwift = async (): Promise<StoreServers> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-swift-'));
  const etc = path.join(folder, 'etc');
  await mkdir(etc);
  await mkdir(path.join(folder, 'dev', 'd1'), { recursive: true });
  const hash = '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n';
  await writeFile(path.join(etc, 'swift.conf'), `${hash}[storage-policy:0]\nname = gold\ndefault = yes\n`);
  const servers: ChildProcess[] = [];
  const start = async (kind: Kind | 'proxy', conf: string): Promise<void> => {
    const file = path.join(etc, `${kind}-server.conf`);
    await writeFile(file, conf);
    servers.push(spawn(`swift-${kind}-server`, [file], { stdio: 'ignore' }));
  };
  const stop = async (): Promise<void> => {
    const running = servers.filter(({ exitCode }) => exitCode === null);
    const ended = running.map((server) => new Promise((resolve) => server.once('exit', resolve)));
    for (const server of running) server.kill('SIGKILL');
    await Promise.all(ended);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const ports: number[] = [];
    for (const kind of KINDS) {
      const port = await freePort();
      ports.push(port);
      ringOf(folder, kind, port);
      await start(kind, backendConf(folder, kind, port));
    }
    const port = await freePort();
    await start('proxy', proxyConf(folder, port));
    await untilReady([...ports, port], servers);
    return { endpoint: `http://127.0.0.1:${port}`, key: KEY, pids: servers.flatMap(({ pid }) => pid ?? []), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
