import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningProgram, untilListening } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const JS_MODULE = '/usr/lib/nginx/modules/ngx_http_js_module.so';
const CONNECTIONS = 16_384;

export interface SiteProxy {
  port: number;
  /** The ports of the web processes behind it. */
  webPorts: readonly number[];
}

export interface CdnProxy {
  port: number;
  key: string;
  originPort: number;
}

const shipped = (file: string, port: number): string =>
  readFileSync(path.join(root, 'deploy', file), 'utf8')
    .replaceAll(/ {2}ssl_certificate.*\n/g, '')
    .replace('listen 443 ssl http2', `listen ${port}`);

const siteFile = ({ port, webPorts }: SiteProxy): string =>
  shipped('nginx.conf', port)
    .replace(/server 127\.0\.0\.1:5000(?<settings>[^;]*);/, (_, settings) =>
      webPorts.map((webPort) => `server 127.0.0.1:${webPort}${settings};`).join(' '),
    )
    .replace(/server \{\n {2}listen 80;[^}]*\}/, '');

const cdnFile = (folder: string, { port, key, originPort }: CdnProxy): string =>
  shipped('cdn/nginx.conf', port)
    .replace('/etc/nginx/conf.d/', `${folder}/`)
    .replace('replace-this-with-MEDIA_CDN_KEY', key)
    .replace('/var/cache/nginx/lectern', `${folder}/cache`)
    .replace('school.example:443', `127.0.0.1:${originPort}`)
    .replace('https://lectern_origin', 'http://lectern_origin');

const mainFile = (folder: string, files: readonly string[], hasCdn: boolean): string => `
${hasCdn ? `load_module ${JS_MODULE};` : ''}
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; worker_rlimit_nofile ${2 * CONNECTIONS};
events { worker_connections ${CONNECTIONS}; }
http {
  access_log off; keepalive_requests 100000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${files.join('\n')}
}
`;

/** One nginx with the shipped files, changed only in ports, folders, the key and the certificate. */
export const startNginx = async ({ site, cdn }: { site?: SiteProxy; cdn?: CdnProxy }): Promise<RunningProgram> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-nginx-'));
  mkdirSync(path.join(folder, 'logs'));
  copyFileSync(path.join(root, 'deploy/cdn/media-token.js'), path.join(folder, 'media-token.js'));
  const files = [...(site ? [siteFile(site)] : []), ...(cdn ? [cdnFile(folder, cdn)] : [])];
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, mainFile(folder, files, cdn !== undefined));
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ports = [site, cdn].flatMap((proxy) => proxy?.port ?? []);
  const { pid, stop } = await untilListening(child, ports);
  return {
    pid,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
