import type { Kind } from './kinds.ts';
import { type Setting, settings } from './settings.ts';

/** A setting that cannot be used; its message is one line that names the setting. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

type Group = Record<string, Setting<unknown>>;
export type ValuesOf<G extends Group> = { [N in keyof G]: G[N] extends Setting<infer T> ? T : never };

const MAX_SHOWN = 60;
/** Some editors put it before the first letter of a file. */
const MARK = '\uFEFF';
const QUOTED = /^(["'])(.*)\1$/s;
const VARIABLE = /\$\{\w+\}/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f]/;

/** Without the login of an address. */
const shown = (value: string): string => value.replace(/\/\/[^/@]*@/, '//…@').slice(0, MAX_SHOWN);

/** As it was meant: without the space, the quotes and the marks that some readers of files leave. Empty is not set. */
const cleaned = (given: string | undefined, { keepsQuotes }: Kind<unknown>): string | undefined => {
  const value = (given ?? '').replaceAll(MARK, '').trim();
  const bare = keepsQuotes === true ? value : (QUOTED.exec(value)?.[2] ?? value);
  return bare === '' ? undefined : bare;
};

/** What nobody means, although some readers of files leave it there. */
const leftover = (value: string, { isProse, isSecret }: Kind<unknown>): string | undefined => {
  if (CONTROL.test(value)) return 'has a line break or another control character in it';
  if (isProse === true) return undefined;
  if (/\s#/.test(value)) return 'has a comment after its value: write the comment on a line of its own';
  const [variable] = VARIABLE.exec(value) ?? [];
  if (variable !== undefined)
    return `has ${isSecret === true ? '${…}' : variable} in it, which nothing replaces here: write the value`;
  return isSecret !== true && /^["']|["']$/.test(value) ? 'begins or ends with a lone quotation mark' : undefined;
};

/** Throws ConfigError with one line: the name, what it has unless that is a secret, and what to write. */
const readSetting = <T>(given: string | undefined, { kind, fallback }: Setting<T>, name: string): T => {
  const value = cleaned(given, kind);
  if (value === undefined) return fallback;
  const expanded = kind.expand?.(value) ?? value;
  const problem = leftover(expanded, kind) ?? kind.problem?.(expanded);
  if (problem !== undefined) throw new ConfigError(`${name} ${problem}`);
  const result = kind.read(expanded);
  if (result !== undefined) return result;
  throw new ConfigError(`${name} ${kind.must}${kind.isSecret === true ? '' : `, not "${shown(value)}"`}`);
};

/**
 * The values of a group of settings, the only way to read them. Throws ConfigError; `nameOf` has the name of a setting that was
 * read from another one.
 */
export const readSettings = <G extends Group>(
  group: G,
  environment: Environment,
  nameOf: (setting: string) => string = (setting) => setting,
): ValuesOf<G> => {
  const values = Object.entries(group).map(([name, setting]) => [
    name,
    readSetting(environment[name], setting, nameOf(name)),
  ]);
  // Each name has the value of its own setting.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(values) as ValuesOf<G>;
};

/** The first line of a file may begin with a mark of its encoding, which stays in the name of its setting. */
export const withPlainNames = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name.replaceAll(MARK, ''), value]));
