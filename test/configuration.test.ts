import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const example = (): [name: string, value: string][] =>
  read('.env.example')
    .split('\n')
    .map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name, value]);

const namesInConfig = (): string[] => {
  const schema = /const Environment = z\.object\(\{(.*?)\n\}\);/s.exec(read('server/config.ts'))?.[1] ?? '';
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name);
};

test('.env.example and the configuration name the same settings', () => {
  expect(namesInConfig().length).toBeGreaterThan(30);
  expect(
    example()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(namesInConfig().toSorted());
});

test('the values of .env.example are those that hold when nothing is set', () => {
  expect(readConfig(Object.fromEntries(example()))).toEqual(readConfig({}));
});

test('each setting is explained', () => {
  const groups = read('.env.example')
    .split(/\n\s*\n/)
    .filter((group) => /^[A-Z][A-Z0-9_]*=/m.test(group));
  expect(groups.filter((group) => !group.startsWith('# '))).toEqual([]);
});
