import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isReleased, lockOf, packageOf } from './release-files.ts';

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');
const released = packageOf(read('package.json'));

test('a release starts without a build, and has the commands of the program alone', () => {
  expect(released.scripts['start']).toBe(
    'export NODE_COMPILE_CACHE=.cache/compiled; MALLOC_TRIM_THRESHOLD_=131072 exec node --max-semi-space-size=8 server/main.ts',
  );
  expect(Object.keys(released.scripts)).toEqual([
    'start',
    'setup',
    'samples',
    'admin',
    'videos',
    'recompute',
    'certificates',
    'school',
    'doctor',
    'upgrade',
    'backup',
    'verify',
    'restore',
    'read-only',
  ]);
  expect(Object.keys(released.imports)).toEqual([
    '#contract/*',
    '#server/*',
    '#sandbox/*',
    '#samples/*',
    '#video-format/*',
  ]);
  expect(released.devDependencies).toBeUndefined();
});

test('its lock has the packages of the server with their sums, and none that build or test', () => {
  const Locked = z.object({
    packages: z.record(
      z.string(),
      z.object({ integrity: z.string().optional(), dependencies: z.unknown().optional() }),
    ),
  });
  const { packages } = Locked.parse(lockOf(read('package-lock.json')));
  expect(packages['']?.dependencies).toEqual(released.dependencies);
  expect(Object.keys(released.dependencies).filter((name) => !packages[`node_modules/${name}`]?.integrity)).toEqual([]);
  expect(Object.keys(packages).filter((name) => /node_modules\/(?:vite|react|vitest|typescript)$/.test(name))).toEqual(
    [],
  );
});

test('tests are not released', () => {
  expect(['server/app.ts', 'server/app.test.ts', 'web/app.test.tsx'].filter(isReleased)).toEqual(['server/app.ts']);
});
