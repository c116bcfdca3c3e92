import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What compose.yaml says of every container of the server. */
const Compose = z.object({
  'x-lectern': z.object({
    init: z.literal(true),
    read_only: z.literal(true),
    tmpfs: z.array(z.string()),
    cap_drop: z.array(z.string()),
    security_opt: z.array(z.string()),
    volumes: z.tuple([z.literal('data:/data')]),
  }),
});

/** The options of `podman run` that mean the same, with the volume in a folder of this machine. */
export const composeOptions = async (dataDir: string): Promise<string[]> => {
  const { 'x-lectern': lectern } = Compose.parse(parse(await readFile(path.join(root, 'compose.yaml'), 'utf8')));
  return [
    '--init',
    '--read-only',
    // Otherwise podman adds folders of its own that can be written.
    '--read-only-tmpfs=false',
    ...lectern.tmpfs.map((folder) => `--tmpfs=${folder}`),
    ...lectern.cap_drop.map((name) => `--cap-drop=${name}`),
    ...lectern.security_opt.map((option) => `--security-opt=${option.replace(':true', '')}`),
    `--volume=${dataDir}:/data`,
  ];
};

/** Limits that a machine without all rights of root may set. */
const LIMITS = ['--ulimit=nofile=1024:1024', '--ulimit=nproc=4096:4096'];

/** Runs podman with a runtime that works on this machine. */
export type Engine = (words: string[]) => Promise<string>;

/** The words that begin a container on this machine. */
export const startOptions = (name: string): string[] => [
  'run',
  '--detach',
  '--name',
  name,
  '--network=host',
  ...LIMITS,
];

/** Podman with the first runtime that starts the image; undefined where the kernel lets none. */
export const findEngine = async (image: string): Promise<Engine | undefined> => {
  for (const runtime of ['crun', 'runc']) {
    const engine: Engine = (words) => run('podman', ['--runtime', runtime, ...words]);
    const starts = engine(['run', '--rm', '--network=host', ...LIMITS, image, 'true']).then(
      () => true,
      () => false,
    );
    if (await starts) return engine;
  }
  return undefined;
};
