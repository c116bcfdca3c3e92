import { parseAst } from 'vite';
import { type FeatureTree, lackingBrowsers, membersOf, readFeatures } from './browser-support.ts';

/** Objects that programs reach under these names, with the interface that they have. */
const INTERFACES = new Map([
  ['navigator', 'Navigator'],
  ['document', 'Document'],
  ['window', 'Window'],
  ['globalThis', 'Window'],
  ['self', 'Window'],
  ['location', 'Location'],
  ['history', 'History'],
  ['screen', 'Screen'],
  ['performance', 'Performance'],
  ['crypto', 'Crypto'],
  ['caches', 'CacheStorage'],
  ['clipboard', 'Clipboard'],
  ['credentials', 'CredentialsContainer'],
  ['locks', 'LockManager'],
  ['mediaSession', 'MediaSession'],
  ['orientation', 'ScreenOrientation'],
  ['storage', 'StorageManager'],
  ['wakeLock', 'WakeLock'],
]);

/** What an iterator has besides `next`; arrays have methods of the same names. */
const ITERATOR = /^(?:map|filter|flatMap|find|some|every|reduce|forEach|take|drop|toArray)$/;
const MAKES_ITERATOR = /^(?:values|keys|entries|matchAll)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined;

/** `b` of `a.b`. */
const memberOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'MemberExpression' && node['computed'] !== true ? nameOf(node['property']) : undefined;

const isNamePosition = (parent: Node | undefined, key: string): boolean =>
  (key === 'property' && parent?.['computed'] !== true) ||
  (key === 'key' && parent?.['computed'] !== true && parent?.['shorthand'] !== true);

const { api, javascript, css } = readFeatures();
const trees = [javascript['builtins'] ?? {}, api];

/** Whether a promised browser lacks each `Interface` and `Interface.member`. */
const isLacking = new Map<string, boolean>();
/** Whether a promised browser lacks the member in every interface that has one of this name. */
const isLackingEverywhere = new Map<string, boolean>();
const scriptNames = new Set<string>();
for (const tree of trees)
  for (const [name, feature] of Object.entries(tree)) {
    isLacking.set(name, lackingBrowsers(feature).length > 0);
    for (const [member, compat] of membersOf(feature)) {
      const lacks = lackingBrowsers(compat).length > 0;
      isLacking.set(`${name}.${member}`, lacks);
      isLackingEverywhere.set(member, lacks && (isLackingEverywhere.get(member) ?? true));
      if (tree !== api) scriptNames.add(member);
    }
  }

/** A name of the language, or one of several words: others are also names of our own. */
const isTelling = (name: string): boolean => scriptNames.has(name) || /[a-z][A-Z]/.test(name);

/** `Object.values(…)` makes an array. */
const makesIterator = ({ callee }: Node): boolean =>
  isNode(callee) &&
  MAKES_ITERATOR.test(memberOf(callee) ?? '') &&
  !['Object', 'Array'].includes(nameOf(callee['object']) ?? '');

const usedByMember = (node: Node, isCalled: boolean): string | undefined => {
  const member = memberOf(node);
  if (member === undefined) return undefined;
  const object = node['object'];
  const owner = nameOf(object) ?? memberOf(object);
  const named = `${INTERFACES.get(owner ?? '') ?? owner}.${member}`;
  if (isLacking.has(named)) return isLacking.get(named) === true ? named : undefined;
  const isOfIterator = isNode(object) && object.type === 'CallExpression' && makesIterator(object);
  if (isOfIterator && ITERATOR.test(member)) return `Iterator.${member}`;
  return isCalled && isTelling(member) && isLackingEverywhere.get(member) === true ? `.${member}()` : undefined;
};

const usedBy = (node: Node, parent: Node | undefined, key: string): string | undefined => {
  if (node.type === 'MemberExpression')
    return usedByMember(node, key === 'callee' && parent?.type === 'CallExpression');
  if (node.type === 'VariableDeclaration' && node['kind'] === 'using') return 'using';
  if (node.type === 'ImportExpression' && node['options']) return 'import attributes';
  const { regex } = node;
  if (typeof regex === 'object' && regex !== null && 'flags' in regex && String(regex.flags).includes('v')) return '/v';
  const name = nameOf(node);
  // The build gives its own names to what is not global, of one or two letters.
  if (name === undefined || name.length < 3 || isNamePosition(parent, key)) return undefined;
  return isLacking.get(name) === true || isLacking.get(`Window.${name}`) === true ? name : undefined;
};

/** What a script uses that a promised browser lacks. Throws on syntax that cannot be parsed. */
export const featuresOfScript = (code: string): Set<string> => {
  const found = new Set<string>();
  const walk = (value: unknown, parent: Node | undefined, key: string): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, parent, key);
    if (!isNode(value)) return;
    const used = usedBy(value, parent, key);
    if (used !== undefined) found.add(used);
    for (const [name, child] of Object.entries(value)) walk(child, value, name);
  };
  walk(parseAst(code), undefined, '');
  return found;
};

const below = (names: readonly string[]): FeatureTree => names.reduce((tree, name) => tree[name] ?? {}, css);
const properties = below(['properties']);
const selectors = below(['selectors']);
const atRules = below(['at-rules']);

const lacks = (feature: FeatureTree | undefined): boolean =>
  feature !== undefined && lackingBrowsers(feature).length > 0;

/** What a style sheet uses that a promised browser lacks: properties and their values, selectors, and rules. */
export const featuresOfStyle = (code: string): Set<string> => {
  const text = code.replaceAll(/\/\*[^]*?\*\/|"[^"]*"/g, '');
  const found = new Set<string>();
  for (const [, name = '', value = ''] of text.matchAll(/[{;]([a-z][a-z-]*):([^;{}]*)/g)) {
    const feature = properties[name];
    if (!feature) continue;
    if (lacks(feature)) {
      if (!text.includes(`-webkit-${name}:`)) found.add(name);
    } else
      for (const word of value.match(/(?<![\w-])[a-z][a-z-]*/g) ?? [])
        if (lacks(feature[word])) found.add(`${name}: ${word}`);
  }
  for (const [, name = ''] of text.matchAll(/::?([a-z][a-z-]*)(?=[^;{}]*\{)/g))
    if (lacks(selectors[name])) found.add(`:${name}`);
  for (const [, name = ''] of text.matchAll(/@([a-z-]+)/g)) if (lacks(atRules[name])) found.add(`@${name}`);
  return found;
};
