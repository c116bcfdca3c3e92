import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type Running, startProgram, temporaryFolder } from './processes.ts';

const run = promisify(execFile);

const settings = (root: string, folder: string, port: number): string => `
daemon off; master_process off; pid ${folder}/pid; error_log /dev/null;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${root}; location = /healthz { return 200 ok; } }
}
`;

/** nginx in one process on the files of a folder; undefined where there is no nginx (BENCH_NGINX names one). */
export const startNginx = async (root: string): Promise<Running | undefined> => {
  const program = process.env['BENCH_NGINX'] ?? 'nginx';
  const isThere = await run(program, ['-v']).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const folder = temporaryFolder();
  const port = await freePort();
  const file = join(folder.path, 'nginx.conf');
  mkdirSync(join(folder.path, 'logs'));
  writeFileSync(file, settings(root, folder.path, port));
  const running = await startProgram(program, ['-p', folder.path, '-c', file], port, { path: '/healthz' });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      folder.remove();
    },
  };
};
