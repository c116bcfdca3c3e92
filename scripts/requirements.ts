import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, '../test/requirements.txt');

interface Requirement {
  name: string;
  description: string;
}

/** A test that covers one has its id as a tag, and Vitest rejects unknown tags. */
export const readRequirements = (): Requirement[] =>
  [...readFileSync(FILE, 'utf8').matchAll(/^([A-Z]+-\d[\d.]*) (.+)$/gm)].map(([, name = '', description = '']) => ({
    name,
    description,
  }));
