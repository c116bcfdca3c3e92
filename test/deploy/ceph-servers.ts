import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, run, untilListening } from './run.ts';
import type { StoreServers } from './store-servers.ts';

const KEY = { id: 'lectern', secret: 'rain-over-the-sea' };
const MEMORY_BYTES = 1024 * 1024 * 1024;

/** One disk in memory, with a single copy of each object. */
const conf = (folder: string, id: string, ports: { monitor: number; gateway: number }): string => `[global]
fsid = ${id}
mon host = v1:127.0.0.1:${ports.monitor}
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
mon data = ${folder}/monitor
mon data avail crit = 1
mon allow pool size one = true
mon max pg per osd = 1000
osd data = ${folder}/disk
osd objectstore = memstore
memstore device bytes = ${MEMORY_BYTES}
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
`;

/** Starts a monitor, a disk and a gateway of Ceph in a temporary folder, which goes with them. */
export const startCeph = async (): Promise<StoreServers> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-ceph-'));
  for (const name of ['monitor', 'disk', 'gateway']) await mkdir(path.join(folder, name));
  const [id, disk] = [randomUUID(), randomUUID()];
  const ports = { monitor: await freePort(), gateway: await freePort() };
  const file = path.join(folder, 'ceph.conf');
  await writeFile(file, conf(folder, id, ports));
  const servers: ChildProcess[] = [];
  const start = (program: string, words: string[]): ChildProcess => {
    const child = spawn(program, ['-c', file, ...words, '-f'], { stdio: 'ignore' });
    servers.push(child);
    return child;
  };
  const ceph = (program: string, ...words: string[]) => run(program, ['-c', file, ...words]);
  const stop = async (): Promise<void> => {
    for (const server of servers.toReversed()) {
      if (server.exitCode !== null) continue;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const map = path.join(folder, 'map');
    const monitor = ['--fsid', id, '--addv', 'a', `[v1:127.0.0.1:${ports.monitor}]`];
    await run('monmaptool', ['--create', ...monitor, map]);
    await ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    start('ceph-mon', ['-i', 'a']);
    await ceph('ceph', 'osd', 'new', disk);
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    start('ceph-osd', ['-i', '0']);
    const user = ['--uid=lectern', '--display-name=Lectern', `--access-key=${KEY.id}`, `--secret-key=${KEY.secret}`];
    await ceph('radosgw-admin', 'user', 'create', ...user);
    await untilListening(start('radosgw', ['-n', 'client.rgw']), [ports.gateway]);
    const pids = servers.flatMap(({ pid }) => pid ?? []);
    return { endpoint: `http://127.0.0.1:${ports.gateway}`, key: KEY, pids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
