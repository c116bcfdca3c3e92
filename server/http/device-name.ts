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

/** How a person would call a device, such as `Chrome on Android`, from what its browser calls itself. */
export const deviceName = (userAgent: string | null): string => {
  const [browser, system] = [find(browsers, userAgent ?? ''), find(systems, userAgent ?? '')];
  if (browser === undefined) return system ?? UNKNOWN;
  return system === undefined ? browser : `${browser} on ${system}`;
};
