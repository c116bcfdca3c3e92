import { z } from 'zod';

/** What the server needs while it runs, beside `dist`, which the pages are built into. */
export const PROGRAM = ['contract', 'samples', 'sandbox', 'server', 'video-format'];
/** What those who run it read and copy from. */
export const BESIDE = [
  '.dockerignore',
  '.env.example',
  'CHANGELOG.md',
  'Containerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'compose.yaml',
  'deploy',
  'docs',
];

export const isReleased = (file: string): boolean => !/\.test\.tsx?$/.test(file);

const Texts = z.record(z.string(), z.string());
const Package = z.looseObject({
  name: z.string(),
  version: z.string(),
  imports: Texts,
  scripts: Texts,
  dependencies: Texts,
  devDependencies: Texts.optional(),
});
const Lock = z.looseObject({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });

/** The package.json of a release: its pages are built, and nothing in it builds or tests. */
export const packageOf = (text: string): z.output<typeof Package> => {
  const { devDependencies: _, imports, scripts, ...rest } = Package.parse(JSON.parse(text));
  const commands = Object.entries(scripts).filter(
    ([name, command]) => name === 'start' || name === 'upgrade' || command.startsWith('node server/main.ts'),
  );
  return {
    ...rest,
    imports: Object.fromEntries(
      Object.entries(imports).filter(([, target]) => PROGRAM.some((folder) => target.startsWith(`./${folder}/`))),
    ),
    scripts: Object.fromEntries(
      commands.map(([name, command]) => [name, command.replace('node scripts/build-web.ts --if-stale && ', '')]),
    ),
  };
};

/** The package-lock.json of a release, so that `npm ci` installs what the server loads and nothing else. */
export const lockOf = (text: string): object => {
  const { packages, ...rest } = Lock.parse(JSON.parse(text));
  const { '': { devDependencies: _, ...root } = {}, ...others } = packages;
  const kept = Object.entries(others).filter(([, { dev }]) => dev !== true);
  return { ...rest, packages: { '': root, ...Object.fromEntries(kept) } };
};
