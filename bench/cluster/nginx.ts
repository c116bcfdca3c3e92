import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const JS_MODULE = '/usr/lib/nginx/modules/ngx_http_js_module.so';
const CONNECTIONS = 16_384;
const PATIENCE_MS = 20_000;

interface Sites {
  /** Where the site and the CDN listen. */
  sitePort: number;
  cdnPort: number;
  cdnKey: string;
  /** The ports of the web processes. */
  webPorts: number[];
}

/** The shipped files, changed only in names, ports, the key and the certificate. */
const siteFiles = (folder: string, { sitePort, cdnPort, cdnKey, webPorts }: Sites): string => {
  const withoutCertificate = (text: string): string => text.replaceAll(/ {2}ssl_certificate.*\n/g, '');
  const servers = webPorts.map((port) => `server 127.0.0.1:${port};`).join(' ');
  const site = withoutCertificate(readFileSync('deploy/nginx.conf', 'utf8'))
    .replace('server 127.0.0.1:5000;', servers)
    .replace(/server \{\n {2}listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl http2', `listen ${sitePort}`);
  const cdn = withoutCertificate(readFileSync('deploy/cdn/nginx.conf', 'utf8'))
    .replace('/etc/nginx/conf.d/', `${folder}/`)
    .replace('replace-this-with-MEDIA_CDN_KEY', cdnKey)
    .replace('/var/cache/nginx/lectern', `${folder}/cache`)
    .replace('school.example:443', `127.0.0.1:${sitePort}`)
    .replace('https://lectern_origin', 'http://lectern_origin')
    .replace('listen 443 ssl http2', `listen ${cdnPort}`);
  return `${site}\n${cdn}`;
};

const settings = (folder: string, sites: Sites): string => `
load_module ${JS_MODULE};
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; worker_rlimit_nofile ${2 * CONNECTIONS};
events { worker_connections ${CONNECTIONS}; }
http {
  access_log off; keepalive_requests 100000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${siteFiles(folder, sites)}
}
`;

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** One nginx with the shipped files: in front of the web processes, and as the CDN. */
export const startProxies = async (sites: Sites) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-proxies-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'logs'));
  copyFileSync('deploy/cdn/media-token.js', join(folder, 'media-token.js'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, settings(folder, sites));
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isListening(sites.cdnPort))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('nginx did not start');
    await setTimeout(50);
  }
  return {
    pid: child.pid ?? 0,
    stop: async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
