import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '#server/errors.ts';
import { aFolder } from '#test/backup/schools.ts';
import { allowedName } from './allowed-file.ts';

const nameOf = async (name: string, bytes: string | Buffer): Promise<string> => {
  const path = join(await aFolder(), 'arriving');
  await writeFile(path, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return allowedName(name, path).catch((error: unknown) => (error instanceof Failure ? error.code : String(error)));
};

const ZIP = 'PK\x03\x04';
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const MP4 = '\0\0\0\x20ftypisom';

test.each([
  ['plan.pdf', '%PDF-1.7'],
  ['scan.pdf', 'From a scanner\n%PDF-1.4'],
  ['plan.docx', ZIP],
  ['old.DOC', OLE],
  ['plan.rtf', '{\\rtf1'],
  ['photo.jpg', '\xff\xd8\xff\xe0'],
  ['IMG_1.HEIC', MP4],
  ['answer.m4a', MP4],
  ['answer.mp3', 'ID3'],
  ['answer.ogg', 'OggS'],
  ['screen.webm', '\x1a\x45\xdf\xa3'],
  ['notes.txt', 'a < b'],
  ['utf16.csv', '\xff\xfea\0,\0'],
  ['code.zip', ZIP],
  ['phone.amr', '#!AMR\n'],
  ['मिट्टी.pdf', '%PDF-1.7'],
])('%s is taken', async (name, bytes) => {
  expect(await nameOf(name, bytes)).toBe(name);
});

test('every other kind is refused by its name, however it is written', async () => {
  const others =
    'url iso jnlp chm xll scf settingcontent-ms wsc pyw py docm xlsm pptm exe dll msi lnk scr hta js mjs vbs ps1 sh bat cmd jar apk dmg ' +
    'html htm svg svgz xml xhtml mht swf one library-ms search-ms appref-ms desktop reg img vhd cab rar 7z gz tar eml';
  for (const ending of others.split(' ')) expect(await nameOf(`plan.${ending}`, ZIP), ending).toBe('file_kind_refused');
  for (const name of ['plan', '.exe', 'plan.pdf.SCR', 'plan.exe.', 'plan.exe . .', 'plan.pdf\u202Eexe.', 'plan.'])
    expect(await nameOf(name, '%PDF-1.7'), name).toBe('file_kind_refused');
});

test('a document of old Office programs is refused with macros, wherever they are in it', async () => {
  const macros = Buffer.from('_VBA_PROJECT', 'utf16le').toString('latin1');
  for (const name of ['plan.doc', 'plan.xls', 'plan.ppt'])
    expect(await nameOf(name, `${OLE}${'x'.repeat(65_500)}${macros}x`), name).toBe('document_with_macros');
  expect(await nameOf('plan.doc', `${OLE}_VBA_PROJECT`)).toBe('plan.doc');
});

test('what begins otherwise than its name says is refused', async () => {
  const programs = ['MZ\x90\0\x03', '\x7fELF\x02', '#!/bin/sh\n', '\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'];
  for (const name of ['plan.pdf', 'plan.docx', 'plan.txt', 'plan.jpg', 'plan.mp3', 'plan.mp4', 'plan.zip'])
    for (const program of programs) expect(await nameOf(name, program), `${name} ${program}`).toBe('not_as_named');
  for (const page of [
    '<!doctype html>',
    ' \n<svg xmlns="x">',
    '\xef\xbb\xbf<?xml version="1.0"?>',
    'a<script>b',
    '\xff\xfe<\0p\0',
  ])
    expect(await nameOf('plan.txt', page), page).toBe('not_as_named');
  expect(await nameOf('plan.pdf', '<html>%PDF-1.7')).toBe('not_as_named');
  expect(await nameOf('plan.png', '')).toBe('not_as_named');
});

test.each([
  ['a/b\\c:d*e?f"g<h>i|j.txt', 'a-b-c-d-e-f-g-h-i-j.txt'],
  ['\u202Etxt.exe.txt', '-txt.exe.txt'],
  ['E\u0301lan.txt', '\u00C9lan.txt'],
  ['notes.txt. .', 'notes.txt'],
])('%j is saved as %j', async (name, saved) => {
  expect(await nameOf(name, 'text')).toBe(saved);
});
