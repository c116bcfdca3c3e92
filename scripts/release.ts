import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, createReadStream } from 'node:fs';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BESIDE, isReleased, lockOf, packageOf, PROGRAM } from './release-files.ts';

/**
 * `npm run release` makes what a school installs, in the folder `release`: a tarball of the program with its built pages, an
 * image of that, and the sums of both. A word chooses what makes the image, docker, podman or buildah; otherwise it is the first
 * of them that is there. `npm run release -- tarball` makes no image.
 */
const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'release');

const run = (program: string, ...words: string[]): void => {
  execFileSync(program, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
};
const output = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { cwd: root, encoding: 'utf8' }).trim();
const readText = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

/** How each builds an image from a folder, and writes it into a file that `docker load` reads. */
const engines: Record<string, { build: string[]; save: (name: string, file: string) => string[] }> = {
  docker: { build: ['build'], save: (name, file) => ['save', '--output', file, name] },
  podman: {
    build: ['build', '--format', 'docker'],
    save: (name, file) => ['save', '--format', 'docker-archive', '--output', file, name],
  },
  buildah: {
    build: ['build', '--format', 'docker'],
    save: (name, file) => ['push', name, `docker-archive:${file}:${name}`],
  },
};

const isOnPath = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Copies what is released, as it is in the working copy, into a new folder. */
const fill = async (folder: string): Promise<void> => {
  const files = output('git', 'ls-files', '-z', '--', ...PROGRAM, ...BESIDE).split('\0');
  for (const file of files.filter((name) => name !== '' && isReleased(name)))
    await cp(path.join(root, file), path.join(folder, file));
  await cp(path.join(root, 'dist/web'), path.join(folder, 'dist/web'), { recursive: true });
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify(packageOf(await readText('package.json')), null, 2)}\n`,
  );
  await writeFile(
    path.join(folder, 'package-lock.json'),
    `${JSON.stringify(lockOf(await readText('package-lock.json')), null, 2)}\n`,
  );
};

/** Twice the same from the same files. */
const pack = (name: string): string => {
  const file = path.join(target, `${name}.tar.gz`);
  const changedAt = output('git', 'log', '-1', '--format=%ct');
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${changedAt}`,
    '--mode=go=rX,u+rw',
  ];
  run('tar', ...same, '--use-compress-program=gzip --no-name', '-C', target, '-cf', file, name);
  return file;
};

const makeImage = (version: string, folder: string, wanted: string | undefined): string => {
  const program = wanted ?? Object.keys(engines).find(isOnPath) ?? '';
  const engine = engines[program];
  if (!engine) throw new Error('An image needs docker, podman or buildah; `npm run release -- tarball` makes none');
  const name = `docker.io/library/lectern:${version}`;
  const file = path.join(target, `lectern-${version}-image.tar`);
  run(program, ...engine.build, '--tag', name, folder);
  run(program, ...engine.save(name, file));
  run('gzip', '--no-name', file);
  return `${file}.gz`;
};

const sumOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `${hash.digest('hex')}  ${path.basename(file)}`;
};

const main = async (wanted: string | undefined): Promise<void> => {
  const { version } = packageOf(await readText('package.json'));
  if (!(await readText('CHANGELOG.md')).includes(`\n## ${version} - `))
    throw new Error(`CHANGELOG.md has no section ${version}`);
  run(process.execPath, 'scripts/build-web.ts', '--if-stale');
  const name = `lectern-${version}`;
  const folder = path.join(target, name);
  await rm(target, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill(folder);
  const files = [pack(name), ...(wanted === 'tarball' ? [] : [makeImage(version, folder, wanted)])];
  await rm(folder, { recursive: true });
  const sums = await Promise.all(files.map(sumOf));
  await writeFile(path.join(target, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  for (const file of files) console.log(`${file} ${((await stat(file)).size / 1e6).toFixed(1)} MB`);
};

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
