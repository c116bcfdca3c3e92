import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

/** Works on the product: the server starts again when its files change, the interface shows changes at once. */
const root = path.resolve(import.meta.dirname, '..');

const server = spawn(process.execPath, ['--watch', path.join(root, 'server/main.ts')], { cwd: root, stdio: 'inherit' });
const web = await createServer({ configFile: path.join(root, 'vite.config.ts') });
await web.listen();
web.printUrls();

const stop = async (): Promise<void> => {
  server.kill('SIGTERM');
  await web.close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
server.once('exit', () => void web.close());
