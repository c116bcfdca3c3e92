import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { oldestBrowsers } from '../contract/oldest-browsers.ts';
import { newerFeatures } from './newer-features.ts';
import { featuresOfScript, featuresOfStyle } from './used-features.ts';

/**
 * Fails if a built file, with the libraries in it, uses what one of the oldest browsers lacks and what nothing asks for first,
 * or if a document names other browsers. The data is published with MDN.
 */
const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'dist/web');
const DOCUMENTS = ['README.md', 'docs/installing.md'];

const users = new Map<string, string[]>();
for (const file of globSync('{*,assets/*}.{js,mjs,css}', { cwd: web })) {
  const code = readFileSync(path.join(web, file), 'utf8');
  const name = path.basename(file).replace(/-[\w-]{8}\.(?=m?js|css)/, '.');
  for (const feature of file.endsWith('.css') ? featuresOfStyle(code) : featuresOfScript(code))
    users.set(feature, [...(users.get(feature) ?? []), name]);
}

const namesOf = (names: string): string[] => names.trim().split(/\s{2,}/);

const isAccepted = (feature: string, file: string): boolean =>
  newerFeatures.some(
    ({ names, files }) => namesOf(names).includes(feature) && (files === undefined || files.test(file)),
  );

const unasked = [...users].flatMap(([feature, files]) => {
  const wrong = files.filter((file) => !isAccepted(feature, file));
  return wrong.length > 0 ? [`${feature} in ${wrong.join(', ')}`] : [];
});
const unused = newerFeatures.flatMap(({ names, files }) =>
  namesOf(names).filter((name) => !users.get(name)?.some((file) => files === undefined || files.test(file))),
);
const { safari, chrome, firefox } = oldestBrowsers;
const promise = `Safari ${safari}, Chrome ${chrome} and Firefox ${firefox}`;
const silent = DOCUMENTS.filter((file) => !readFileSync(path.join(root, file), 'utf8').includes(promise));

const problems = [
  ...unasked.map((one) => `not in every promised browser: ${one}`),
  ...unused.map((name) => `listed in newer-features.ts, but not used: ${name}`),
  ...silent.map((file) => `${file} does not promise ${promise}`),
];
problems.forEach((line) => console.error(line));
process.exitCode = problems.length > 0 ? 1 : 0;
