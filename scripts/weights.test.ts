import { expect, test } from 'vitest';
import { overweight, scriptsOf } from './weights.ts';

const built = {
  'index.html': { file: 'assets/index.js', imports: ['_shared'] },
  'login.tsx': { file: 'assets/login.js', imports: ['_shared', '_forms'] },
  _shared: { file: 'assets/shared.js', imports: ['_forms'] },
  _forms: { file: 'assets/forms.js', imports: ['_shared'] },
  'style.css': { file: 'assets/style.css' },
};

test('the scripts of a page are counted once, with what they import, and no style sheet', () => {
  expect(scriptsOf(built, ['index.html', 'login.tsx', 'style.css'])).toEqual([
    'assets/index.js',
    'assets/shared.js',
    'assets/forms.js',
    'assets/login.js',
  ]);
  expect(() => scriptsOf(built, ['gone.tsx'])).toThrow('gone.tsx is not in the build');
});

test('names everything that is heavier than allowed, unlisted or gone', () => {
  expect(overweight('KB', { '/': 130.1, '/login': 120, '/new': 1 }, { '/': 130, '/login': 120, '/old': 5 })).toEqual([
    '/: 130.1 KB, 130 allowed',
    '/new is not in weights.json',
    '/old is in weights.json alone',
  ]);
});
