import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

const IMPORT = /(?:\bfrom |\bimport\()\s*'(?<name>(?:#(?:web|contract)\/|\.{1,2}\/)[^']+\.tsx?)'/g;
/** Types bring no texts. */
const TYPES = /^import type [^;]*;$/gm;
const PAGE = /(?:\bpage\('(?<page>\w+)', |^ {2}(?<staff>\w+): )\(\) => import\('#(?<file>web\/[^']+)'\)/gm;
/** Where pages are listed: the frame around them imports none. */
const LISTS = ['web/app/routes.tsx', 'web/app/public-routes.tsx', 'web/app/staff-pages.ts'];

const EXPORT = /^export \{(?<names>[^}]*)\} from '\.\/(?<file>[^']+)';/gm;

/** The file of each group of messages. */
const groupFiles = new Map(
  [...readFileSync(path.join(root, 'contract/message-groups.ts'), 'utf8').matchAll(EXPORT)].flatMap(({ groups }) =>
    (groups?.['names'] ?? '').split(',').flatMap((name) => {
      const group = name.trim().split(' as ').at(-1);
      return group ? [[group, `contract/${groups?.['file'] ?? ''}`] as const] : [];
    }),
  ),
);
export const groupFile = (group: string): string => groupFiles.get(group) ?? '';

/** The module of each page, by its name. */
export const pageModules = (): Map<string, string> =>
  new Map(
    LISTS.flatMap((list) =>
      [...readFileSync(path.join(root, list), 'utf8').matchAll(PAGE)].flatMap(({ groups }) => {
        const { page, staff, file } = groups ?? {};
        return file === undefined ? [] : [[page ?? staff ?? '', file] as const];
      }),
    ),
  );

/** What a page of visitors and learners has around it, with the bell, the menu and the question for the password. */
const FRAMES = ['layout', 'http-error-page', 'route-error'].map((name) => `web/app/layout/${name}.tsx`);
const NOT_OF_FRAME = /^web\/(?:app\/layout\/admin\/(?!entries)|features\/(?!notices\/|accounts\/security\/))/;
/** What no page imports: parts that `layout.tsx` draws for admins and teachers alone, and the head that the server writes. */
const PARTS = {
  staff: [
    'web/app/layout/admin/admin-navigation.tsx',
    'web/app/layout/admin/page-tabs.tsx',
    'web/features/authoring/uploads/upload-tray.tsx',
  ],
  head: ['web/app/render/page-head.ts'],
};

const MESSAGES = 'contract/messages.ts';
const ERRORS = 'contract/errors.ts';

/** Of the messages and the errors of the contract, a module has those that it names. */
const namedIn = (code: string, target: string): string[] => {
  if (target === ERRORS) return [...code.matchAll(/\berrors\.(\w+)/g)].map(([, name]) => `${ERRORS}:${name}`);
  const taken = [...code.matchAll(/\{([^{}]*)\} = messages;/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  const named = [...code.matchAll(/\bmessages\.(\w+)/g)].map(([, name = '']) => name);
  return [...taken, ...named].map(groupFile).filter((file) => file !== '');
};

/** A module and all that it imports, at once or later, except for types. */
const modulesFrom = (start: string, isLeftOut: (file: string) => boolean = () => false): ReadonlySet<string> => {
  const found = new Set([start]);
  // What is added meanwhile is read too.
  for (const file of found) {
    if (file.includes(':')) continue;
    const code = readFileSync(path.join(root, file), 'utf8').replaceAll(TYPES, '');
    for (const { groups } of code.matchAll(IMPORT)) {
      const name = groups?.['name'] ?? '';
      const target = name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name);
      const isPart = target === MESSAGES || target === ERRORS;
      for (const one of isPart ? namedIn(code, target) : [target])
        if (!LISTS.includes(one) && !isLeftOut(one) && (isPart || existsSync(path.join(root, one)))) found.add(one);
    }
  }
  return found;
};

/** The modules around every page of visitors and learners, and in the place of one that is not there. */
export const frameModules = (): ReadonlySet<string> =>
  new Set(FRAMES.flatMap((start) => [...modulesFrom(start, (file) => NOT_OF_FRAME.test(file))]));

/** The modules of each page, and of each part that has words of its own. */
export const modulesByPage = (): (readonly [page: string, modules: ReadonlySet<string>])[] =>
  [...Object.entries(PARTS), ...[...pageModules()].map(([page, file]) => [page, [file]] as const)].map(
    ([page, files]) => [page, new Set(files.flatMap((file) => [...modulesFrom(file)]))],
  );
