import { readFileSync } from 'node:fs';
import path from 'node:path';
import { oldestBrowsers } from '../contract/oldest-browsers.ts';

/** The published data about browsers, read as JSON: 20 MB of types would be checked with every change. */
interface Support {
  version_added?: string | boolean | null;
  version_removed?: string | boolean | null;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
}
interface Compat {
  support: Partial<Record<string, Support | Support[]>>;
}
/** Features below features; what is known of one is below its own name for that. */
export interface FeatureTree {
  [name: string]: FeatureTree;
}
const COMPAT = '__compat';
const isCompat = (value: unknown): value is Compat => typeof value === 'object' && value !== null && 'support' in value;
const compatOf = (feature: FeatureTree): Compat | undefined => {
  const known: unknown = feature[COMPAT];
  return isCompat(known) ? known : undefined;
};

const { safari, chrome, firefox } = oldestBrowsers;
const promised: [browser: string, version: string][] = [
  ['safari', safari],
  ['safari_ios', safari],
  ['chrome', chrome],
  ['chrome_android', chrome],
  ['webview_android', chrome],
  ['firefox', firefox],
  ['firefox_android', firefox],
];

const partsOf = (version: string): number[] => version.replace('≤', '').split('.').map(Number);

const isUpTo = (version: Support['version_added'], promise: string): boolean => {
  if (typeof version !== 'string' || version === 'preview') return version === true;
  const [major = 0, minor = 0] = partsOf(version);
  const [promisedMajor = 0, promisedMinor = 0] = partsOf(promise);
  return major < promisedMajor || (major === promisedMajor && minor <= promisedMinor);
};

/** The promised browsers that lack a feature under its own name. Those that the data does not mention count as having it. */
export const lackingBrowsers = (feature: FeatureTree): string[] =>
  promised.flatMap(([browser, version]) => {
    const stated = compatOf(feature)?.support[browser];
    const has = [stated ?? []]
      .flat()
      .some(
        (one) =>
          isUpTo(one.version_added, version) &&
          !isUpTo(one.version_removed, version) &&
          !one.flags &&
          !one.prefix &&
          !one.alternative_name,
      );
    return stated === undefined || has ? [] : [browser];
  });

const isTree = (value: unknown): value is Record<'api' | 'css' | 'javascript', FeatureTree> =>
  typeof value === 'object' && value !== null && 'api' in value && 'css' in value && 'javascript' in value;

export const readFeatures = (): Record<'api' | 'css' | 'javascript', FeatureTree> => {
  const file = path.join(import.meta.dirname, '..', 'node_modules/@mdn/browser-compat-data/data.json');
  const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isTree(data)) throw new Error(`${file} has another shape than it had`);
  return data;
};

/** Names below a feature, without the suffixes of the data. */
export const membersOf = (feature: FeatureTree): [name: string, member: FeatureTree][] =>
  Object.entries(feature).flatMap(([name, member]): [string, FeatureTree][] =>
    name === COMPAT || name.endsWith('_event') || !compatOf(member)
      ? []
      : [[name.replace(/_(?:static|permission)$/, ''), member]],
  );

/** Built-ins that a promised browser lacks, as `Interface`, and as `Interface.member` of the interface or of what it makes. */
export const builtInsLackingIn = (browser: 'safari' | 'chrome' | 'firefox'): string[] => {
  const { api, javascript } = readFeatures();
  const isMissing = (feature: FeatureTree): boolean => lackingBrowsers(feature).includes(browser);
  return [javascript['builtins'] ?? {}, api].flatMap((tree) =>
    Object.entries(tree).flatMap(([name, feature]) => [
      ...membersOf(feature).flatMap(([member, one], _, all) =>
        // `Response.json` is newer than `json` of a response.
        isMissing(one) && member !== name && all.every(([other, its]) => other !== member || isMissing(its))
          ? [`${name}.${member}`]
          : [],
      ),
      ...(isMissing(feature) ? [name] : []),
    ]),
  );
};
