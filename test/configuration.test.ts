import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { readRazorpaySettings } from '#server/features/billing/provider/razorpay/settings.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const example = (): [name: string, value: string][] =>
  read('.env.example')
    .split('\n')
    .map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name, value]);

const namesInConfig = (): string[] => {
  const files = ['server/config.ts', 'server/features/billing/provider/razorpay/settings.ts'];
  return files.flatMap((file) => {
    const schema = /const Environment = z\.object\(\{(.*?)\n\}\);/s.exec(read(file))?.[1] ?? '';
    return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name);
  });
};

test('.env.example lists exactly the settings of the configuration', () => {
  expect(namesInConfig().length).toBeGreaterThan(30);
  expect(
    example()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(namesInConfig().toSorted());
});

test('the values in .env.example are the defaults', () => {
  const environment = Object.fromEntries(example());
  expect(readConfig(environment)).toEqual({ ...readConfig({}), environment });
  expect(readRazorpaySettings(environment)).toEqual(readRazorpaySettings({}));
});

test('every setting has an explanation', () => {
  const groups = read('.env.example')
    .split(/\n\s*\n/)
    .filter((group) => /^[A-Z][A-Z0-9_]*=/m.test(group));
  expect(groups.filter((group) => !group.startsWith('# '))).toEqual([]);
});
