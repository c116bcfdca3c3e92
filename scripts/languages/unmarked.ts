import { readFileSync } from 'node:fs';
import path from 'node:path';
import { literalsIn } from './literals.ts';
import { frameModules, modulesByPage, root } from './modules.ts';

const found = new Map<string, readonly string[]>();

const unmarkedIn = (file: string): readonly string[] => {
  const texts = found.get(file) ?? literalsIn(readFileSync(path.join(root, file), 'utf8'), file);
  found.set(file, texts);
  return texts.map((text) => `${file}: ${text}`);
};

/** What no catalogue has, by page, each with its module. */
export const unmarkedByPage = (): Map<string, string[]> =>
  new Map(
    [['frame', frameModules()] as const, ...modulesByPage()].map(([page, modules]) => [
      page,
      [...modules].filter((file) => file.startsWith('web/')).flatMap(unmarkedIn),
    ]),
  );
