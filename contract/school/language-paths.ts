/** The language of the texts in the source, which needs no catalogue. */
export const SOURCE_LANGUAGE = 'en';

/** Written from right to left. */
const FROM_THE_RIGHT: readonly string[] = ['ar', 'fa', 'he', 'ur'];

export const directionOf = (code: string): 'ltr' | 'rtl' => (FROM_THE_RIGHT.includes(code) ? 'rtl' : 'ltr');

/** The beginning of every path in a language: `/hi`; '' for the language of the school. */
export const pathPrefix = (code: string, schoolLanguage: string): string => (code === schoolLanguage ? '' : `/${code}`);

/** The language that a path names, of those that are switched on, and the path without it. */
export const splitPath = (
  path: string,
  { language, codes }: { language: string; codes: readonly string[] },
): { code: string; path: string; isNamed: boolean } => {
  const [, code = ''] = /^\/([a-z]{2,3})(?=\/|$)/.exec(path) ?? [];
  if (!codes.includes(code)) return { code: language, path, isNamed: false };
  // What is left is a path too: `//example.com` would be another site.
  return { code, path: path.slice(code.length + 1).replace(/^[/\\]*/, '/'), isNamed: true };
};

/** The same path with its language in small letters, where somebody wrote it in others; undefined for every other path. */
export const lowerCaseLanguage = (path: string, codes: readonly string[]): string | undefined => {
  const [, written = ''] = /^\/([a-z]{2,3})(?=\/|$)/i.exec(path) ?? [];
  const code = written.toLowerCase();
  return code !== written && codes.includes(code) ? `/${code}${path.slice(code.length + 1)}` : undefined;
};

/** The address of a page in a language. */
export const addressIn = (prefix: string, path: string, origin: string): string =>
  origin + (prefix !== '' && path === '/' ? prefix : prefix + path);
