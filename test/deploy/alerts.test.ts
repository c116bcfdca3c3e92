import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const folder = path.resolve(import.meta.dirname, '../../deploy/prometheus');

test('Prometheus accepts the alerts and the configuration', async () => {
  expect(await run('promtool', ['check', 'rules', path.join(folder, 'alerts.yml')])).toContain('SUCCESS');
  const words = ['check', 'config', '--syntax-only', path.join(folder, 'prometheus.yml')];
  expect(await run('promtool', words)).toContain('SUCCESS');
});
