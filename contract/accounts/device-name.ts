import { type Said, say } from '../languages/say.ts';

const UNKNOWN = 'Unknown device';

/** The first that fits: browsers name each other, and Android names Linux. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (among: typeof browsers, text: string): string | undefined =>
  among.find(([pattern]) => pattern.test(text))?.[1];

/** What a browser calls itself, as people would: `Chrome` and `Android`; '' for what is not known. */
export const browserAndSystem = (userAgent: string | null): { browser: string; system: string } => ({
  browser: find(browsers, userAgent ?? '') ?? '',
  system: find(systems, userAgent ?? '') ?? '',
});

/** How a person would call a device, such as `Chrome on Android`, from what its browser calls itself. */
export const deviceName = (userAgent: string | null): string => {
  const { browser, system } = browserAndSystem(userAgent);
  return [browser, system].filter((name) => name !== '').join(' on ') || UNKNOWN;
};

/** The same, as records keep it, in the language of a reader. */
export const deviceSaid = (name: string): Said => {
  const [browser, system] = name.split(' on ');
  if (system === undefined) return name === UNKNOWN ? say('Unknown device') : name;
  return say('{browser} on {system}', { browser: browser ?? '', system });
};
