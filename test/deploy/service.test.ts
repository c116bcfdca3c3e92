import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/isolated-data.ts';
import { run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Of ten; a service without any protection has 9.6. */
const MAX_EXPOSURE = 2;

test('systemd accepts the unit, which leaves the server few rights', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const file = path.join(folder.path, 'lectern.service');
  // The folders of an installation are not on this machine.
  const unit = (await readFile(path.join(root, 'deploy/lectern.service'), 'utf8'))
    .replace('/opt/lectern/node_modules/.bin/node', process.execPath)
    .replaceAll('/opt/lectern', root);
  await writeFile(file, unit);
  expect(await run('systemd-analyze', ['verify', file])).toBe('');
  const rated = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', file]);
  const [, exposure = ''] = /exposure level for lectern\.service: ([\d.]+)/.exec(rated) ?? [];
  expect(Number(exposure)).toBeLessThan(MAX_EXPOSURE);
});
