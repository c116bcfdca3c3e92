import { expect, test } from 'vitest';
import { Failure } from '#server/errors.ts';
import { safeName } from './safe-name.ts';

const PROGRAMS =
  'app bat cmd com command cpl desktop dll dmg exe hta jar jse lnk msc msi pif pkg ps1 reg scr vbe vbs wsf wsh';

const isRefused = (name: string): boolean => {
  try {
    safeName(name);
    return false;
  } catch (error) {
    return error instanceof Failure && error.code === 'program_refused';
  }
};

test('what a system would start is refused, in any case, and with dots and spaces that systems ignore', () => {
  for (const ending of PROGRAMS.split(' ')) expect(isRefused(`setup.${ending}`), ending).toBe(true);
  for (const name of ['report.pdf.SCR', 'setup.exe.', 'setup.exe  ', 'setup.exe. .', '.exe'])
    expect(isRefused(name), name).toBe(true);
  for (const name of ['exe', 'setupexe', 'setup.exe.txt', 'setup.exes', 'notes.mexe', 'setup.exe x'])
    expect(isRefused(name), name).toBe(false);
});

test.each([
  ['notes.pdf', 'notes.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j.txt', 'a-b-c-d-e-f-g-h-i-j.txt'],
  ['\u202Egpj.exe.txt', '-gpj.exe.txt'],
  ['E\u0301lan.pdf', '\u00C9lan.pdf'],
  ['मिट्टी के बर्तन.pdf', 'मिट्टी के बर्तन.pdf'],
])('%j is saved as %j', (name, saved) => {
  expect(safeName(name)).toBe(saved);
});
