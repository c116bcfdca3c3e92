import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandIn, run } from './run.ts';

const DEBIAN = 'bookworm';
const HOST_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Debian with this machine's Node, npm and certificates, and the user that the public image has. */
const makeFolder = async (folder: string): Promise<void> => {
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', DEBIAN, folder]);
  const npm = path.dirname(path.dirname(await realpath(await commandIn('npm'))));
  await cp(process.execPath, path.join(folder, 'usr/local/bin/node'), { dereference: true });
  await cp(npm, path.join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await cp(HOST_CERTIFICATES, path.join(folder, HOST_CERTIFICATES));
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
  await run('chroot', [folder, 'sh', '-c', `${link} && useradd --uid 1000 --user-group --create-home node`]);
};

const importFolder = async (folder: string, name: string): Promise<void> => {
  const container = (await run('buildah', ['from', 'scratch'])).trim();
  await run('buildah', ['add', '--quiet', container, folder, '/']);
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const certificates = `NODE_EXTRA_CA_CERTS=${HOST_CERTIFICATES}`;
  await run('buildah', ['config', '--env', path, '--env', certificates, container]);
  await run('buildah', ['commit', '--quiet', '--rm', container, name]);
};

/** Pulls the image, or makes one like it under the same name where its registry cannot be reached. */
export const provideBaseImage = async (name: string): Promise<void> => {
  const isThere = (words: string[]): Promise<boolean> =>
    run('buildah', words).then(
      () => true,
      () => false,
    );
  if (await isThere(['inspect', '--type', 'image', name])) return;
  if (await isThere(['pull', '--quiet', name])) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-base-'));
  try {
    await makeFolder(folder);
    await importFolder(folder, name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
