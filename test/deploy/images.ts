import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { version } from '#server/version.ts';
import { commandIn, run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const containerfiles = path.join(import.meta.dirname, 'images');
const DEBIAN = 'bookworm';
const NODE = 'docker.io/library/node:24-bookworm-slim';
const HOST_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** Chroot isolation needs neither a daemon nor a kernel that lets containers nest. */
const BUILD = ['build', '--quiet', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers'];

/** Debian with this machine's Node, npm and certificates, and the user that the public image has. */
const makeFolder = async (folder: string): Promise<void> => {
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', DEBIAN, folder]);
  const npm = path.dirname(path.dirname(await realpath(await commandIn('npm'))));
  await cp(process.execPath, path.join(folder, 'usr/local/bin/node'), { dereference: true });
  await cp(npm, path.join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await cp(HOST_CERTIFICATES, path.join(folder, HOST_CERTIFICATES));
  // As the public image does.
  const clean =
    'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };\nDir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";\n';
  await writeFile(path.join(folder, 'etc/apt/apt.conf.d/docker-clean'), clean);
  const commands = [
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    'useradd --uid 1000 --user-group --create-home node',
    'apt-get clean',
    'rm -rf /var/lib/apt/lists/*',
  ];
  await run('chroot', [folder, 'sh', '-c', commands.join(' && ')]);
};

const importFolder = async (folder: string, name: string): Promise<void> => {
  const container = (await run('buildah', ['from', 'scratch'])).trim();
  await run('buildah', ['add', '--quiet', container, folder, '/']);
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const certificates = `NODE_EXTRA_CA_CERTS=${HOST_CERTIFICATES}`;
  await run('buildah', ['config', '--env', path, '--env', certificates, container]);
  await run('buildah', ['commit', '--quiet', '--rm', container, name]);
};

/** Pulls an image, or makes one like it under the same name where its registry cannot be reached. */
const provide = async (name: string, make: () => Promise<unknown>): Promise<void> => {
  const isThere = (words: string[]): Promise<boolean> =>
    run('buildah', words).then(
      () => true,
      () => false,
    );
  if (await isThere(['inspect', '--type', 'image', name])) return;
  if (await isThere(['pull', '--quiet', name])) return;
  await make();
};

const provideNode = (): Promise<void> =>
  provide(NODE, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lectern-base-'));
    try {
      await makeFolder(folder);
      await importFolder(folder, NODE);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

const provideLike = (name: string, file: string): Promise<void> =>
  provide(name, async () => {
    await provideNode();
    await run('buildah', [
      ...BUILD,
      '--file',
      path.join(containerfiles, `${file}.Containerfile`),
      '--tag',
      name,
      containerfiles,
    ]);
  });

/** The images of compose.yaml that are not built. */
export const provideServices = async (): Promise<void> => {
  await provideLike('docker.io/library/caddy:2', 'caddy');
  await provideLike('docker.io/library/postgres:17-bookworm', 'postgres');
};

/** Makes the image of the release; what did not change since the last time is not built again. Returns its name and its file. */
export const makeRelease = async (): Promise<{ image: string; file: string }> => {
  await provideNode();
  const settings = { BUILDAH_ISOLATION: 'chroot', BUILDAH_LAYERS: 'true' };
  await run(process.execPath, [path.join(root, 'scripts/release.ts'), 'buildah'], { ...process.env, ...settings });
  const name = `lectern-${version}-image.tar.gz`;
  return { image: `docker.io/library/lectern:${version}`, file: path.join(root, 'release', name) };
};
