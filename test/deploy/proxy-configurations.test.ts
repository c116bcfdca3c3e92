import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { askAddress } from '#server/features/school/doctor/ask-address.ts';
import { createProbeAddresses } from '#server/http/page/probe.ts';
import { openSecretKey } from '#server/secret-key.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { freePort, untilListening } from './run.ts';

/** A configuration as people write it, and what the product finds of it from outside. */
type Row = [lines: string, problems: string[]];

const MIB = 1024 * 1024;
const HEADERS = 'proxy_set_header Host $http_host;';
const SILENT_MS = 2500;

/** Inside `location /`, which has `proxy_pass`. */
const nginx: Row[] = [
  ['', ['limit']],
  ['client_max_body_size 10m;', ['limit']],
  [`${HEADERS} client_max_body_size 20m; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`, ['limit']],
  ['client_max_body_size 0;', ['host', 'upload']],
  [`${HEADERS} client_max_body_size 0;`, ['upload']],
  [`${HEADERS} client_max_body_size 0; proxy_request_buffering off; proxy_http_version 1.1;`, []],
  ['proxy_set_header Host $host; client_max_body_size 50G; proxy_request_buffering off; proxy_http_version 1.1;', []],
  ['client_max_body_size 0; proxy_request_buffering off;', ['host']],
  [
    `${HEADERS} client_max_body_size 0; proxy_request_buffering off; proxy_ignore_headers X-Accel-Buffering;`,
    ['events'],
  ],
  [`${HEADERS} client_max_body_size 0; proxy_request_buffering off; proxy_read_timeout 1s;`, ['cut']],
];

/** Inside the site; UP is the address of the product. */
const caddy: Row[] = [
  ['reverse_proxy UP', []],
  ['encode gzip\nreverse_proxy UP', []],
  ['reverse_proxy UP {\nheader_up X-Real-IP {remote_host}\n}', []],
  ['reverse_proxy UP {\nheader_up Host {upstream_hostport}\n}', ['host']],
  ['reverse_proxy UP {\nheader_up Host school.internal\n}', ['host']],
  ['reverse_proxy UP {\nbuffer_requests\n}', ['upload']],
  ['reverse_proxy UP {\nbuffer_responses\n}', ['events']],
  ['reverse_proxy UP {\ntransport http {\nread_timeout 1s\n}\n}', ['cut']],
  ['reverse_proxy UP {\ntransport http {\nresponse_header_timeout 30s\n}\n}', []],
  ['reverse_proxy UP {\nflush_interval -1\n}', []],
];

/** Inside the virtual host. The Apache of Debian 12 limits no body that it passes on. */
const apache: Row[] = [
  ['ProxyPass / UP/', ['host']],
  ['ProxyPass / UP/\nProxyPassReverse / UP/', ['host']],
  ['ProxyPreserveHost On\nProxyPass / UP/', []],
  ['ProxyPreserveHost On\nProxyPass / UP/ flushpackets=on', []],
  ['ProxyPreserveHost On\nLimitRequestBody 1048576\nProxyPass / UP/', []],
  ['ProxyPreserveHost On\nLimitRequestBody 0\nProxyPass / UP/', []],
  ['ProxyPreserveHost On\nProxyTimeout 1\nProxyPass / UP/', ['cut']],
  ['ProxyPreserveHost On\nProxyPass / UP/ timeout=1', ['cut']],
  ['ProxyPreserveHost On\nRequestHeader set X-Forwarded-Proto https\nProxyPass / UP/', []],
  ['ProxyPreserveHost On\nSetOutputFilter DEFLATE\nProxyPass / UP/', []],
];

/** The frontend, and the backend behind it. */
const haproxy: Row[] = [
  ['', []],
  ['option forwardfor', []],
  ['option http-buffer-request', []],
  ['http-request set-header Host school.internal', ['host']],
  ['http-request set-header X-Forwarded-Proto https', []],
  ['http-request deny deny_status 413 if { req.hdr_val(content-length) gt 1000000 }', ['limit']],
  ['http-request deny deny_status 413 if { req.body_size gt 10000000 }', ['limit']],
  ['timeout server 1s', ['cut']],
  ['option http-server-close', []],
  ['compression algo gzip\ncompression type text/html', []],
];

const MODULES = ['mpm_event', 'authz_core', 'headers', 'deflate', 'filter', 'proxy', 'proxy_http'];

const files: Record<string, (port: number, upstream: string, lines: string, folder: string) => string> = {
  nginx: (port, upstream, lines, folder) => `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log;
events {} http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream}; ${lines} } } }`,
  caddy: (port, upstream, lines) =>
    `{\nadmin off\n}\nhttp://localhost:${port} {\n${lines.replaceAll('UP', upstream.replace('http://', ''))}\n}\n`,
  apache2: (
    port,
    upstream,
    lines,
    folder,
  ) => `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nErrorLog ${folder}/log\nListen 127.0.0.1:${port}
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
<VirtualHost *:${port}>\n${lines.replaceAll('UP', upstream)}\n</VirtualHost>\n`,
  haproxy: (port, upstream, lines) => `defaults\nmode http\ntimeout connect 5s\ntimeout client 60s\ntimeout server 60s
listen school\nbind 127.0.0.1:${port}\n${lines}\nserver one ${upstream.replace('http://', '')}\n`,
};

const words: Record<string, (file: string, folder: string) => string[]> = {
  nginx: (file, folder) => ['-p', folder, '-c', file],
  caddy: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  apache2: (file) => ['-f', file, '-DFOREGROUND'],
  haproxy: (file) => ['-f', file],
};

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startApp();
  origin = await app.listen();
});
afterAll(() => app.close());

const rows = Object.entries({ nginx, caddy, apache2: apache, haproxy }).flatMap(([name, table]) =>
  table.map(([lines, problems]) => [name, lines, problems] as const),
);

test.each(rows)('%s with “%s” has the problems %j', async (name, lines, problems) => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const port = await freePort();
  const file = path.join(folder.path, 'conf');
  await mkdir(path.join(folder.path, 'logs'));
  await writeFile(file, files[name]?.(port, origin, lines, folder.path) ?? '');
  const env = { ...process.env, HOME: folder.path };
  const child = spawn(name, words[name]?.(file, folder.path) ?? [], { stdio: 'ignore', env });
  const proxy = await untilListening(child, [port]);
  onTestFinished(proxy.stop);
  const secretKey = await openSecretKey(undefined, app.config.dataDir);
  const address = createProbeAddresses({ secretKey, clock: app.clock }).make(SILENT_MS);
  const how = { bodyBytes: 32 * MIB, pauseMs: SILENT_MS, patienceMs: 60_000 };
  expect(await askAddress(new URL(address, `http://localhost:${port}`), how)).toEqual(problems);
});
