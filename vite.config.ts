import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './contract/oldest-browsers.ts';

/**
 * Rules of daisyUI that style nothing here. Their `:has()` before any descendant or sibling makes browsers recompute the
 * styles of the whole page with every change of it, and every text that a chart measures is one.
 */
const COSTLY_RULES =
  /[^{};]*:has\((?:> ?(?:input|select|textarea)\[disabled\]\)[^{}]*::placeholder|:checked\) ?> ?:nth-child)[^{}]*\{[^{}]*\}/g;

const withoutCostlyRules: Plugin = {
  name: 'without-costly-rules',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!id.endsWith('/web/styles/app.css')) return null;
    const cheaper = code.replaceAll(COSTLY_RULES, '');
    if (cheaper === code) throw new Error('COSTLY_RULES match nothing: daisyUI has other rules now');
    return cheaper;
  },
};

/** The outline of a page is painted from styles and fonts, which go before the program. */
const programLast: Plugin = {
  name: 'program-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
};

const WITH_RESOLVERS =
  'Promise.withResolvers??=()=>{let resolve,reject;const promise=new Promise((...both)=>{[resolve,reject]=both});return{promise,resolve,reject}};';

/**
 * The worker of pdf.js uses what the oldest browsers lack, also in its build for older ones. It is emitted whole, so that its name
 * follows what is in it, and as .js, which is compressed.
 */
const pdfWorkerForAll: Plugin = {
  name: 'pdf-worker-for-all',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    if (!id.endsWith('/pdf.worker.min.mjs?url')) return null;
    const file = id.replace('?url', '');
    const reference = this.emitFile({
      type: 'asset',
      name: 'pdf.worker.js',
      originalFileName: path.relative(path.resolve('web'), file),
      source: WITH_RESOLVERS + readFileSync(file, 'utf8'),
    });
    return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
  },
};

const serverAddress = `http://127.0.0.1:${process.env['PORT'] ?? '5000'}`;

const foundation =
  /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack|react-hot-toast)\/(?!.*(?:queriesObserver|useQueries)\.)|without-(?:framework|tracing)$/;
/** What the first frame of every page and of the home page needs. */
const everyPage =
  /\/web\/(?:api\/(?!(?:calendar|certificate|question|quiz-editing|review|teaching)-quer|deferred)|app\/(?:session\/(?!accept-pages|course-pages)|layout\/(?!admin\/|consent-banner|drawer|factor-banner|http-error|learner-bar))|ui\/(?:button|covers\/|dialogs\/open-dialogs|page\/(?!accepted-pages|admin-page|back-link|quotations|reading-pane|use-refresh-site)|text\/(?!copy-text|days|own-time|random-id)|toasts\/(?!undo))|features\/(?:billing\/plan-terms|catalog\/(?:course-card|page-blocks\/later)))|\/contract\/(?:catalog\/covers|durations|format|pages|page-messages|parse-url)\.|lucide-react\/.*\/(?:createLucideIcon|Icon|context|arrow-right|rotate-ccw)\./;
/** What pages of people with an account share. */
const account =
  /\/web\/(?:api\/(?:(?:calendar|certificate|question|quiz-editing|teaching)-quer|deferred)|ui\/(?:action-button|page\/(?:admin-page|reading-pane|use-refresh-site)|row-menu|text\/own-time))/;
/** The menu, which every page loads once it responds, with its icons. */
const menu =
  /\/web\/app\/layout\/(?:drawer|admin\/entries)\.|lucide-react\/.*\/(?:database-backup|info|mails|user|user-plus)\./;
/** The library of the larger forms. */
const formLibrary =
  /node_modules\/(?:react-hook-form|@hookform\/resolvers\/(?!zod)|@standard-schema)|\/web\/ui\/forms\/(?:use-contract-form|use-saves)/;
/** What forms of visitors need, and so every form. */
const forms =
  /\/web\/(?:ui\/(?:forms\/(?!leave|file|typed|use-(?:contract-form|letters|saves))|page\/(?:accepted-pages|quotations))|app\/session\/accept-pages)/;
/** Texts of visitors' pages, which the schemas would take along otherwise. */
const texts = /\/contract\/(?:[a-z]+\/)?(?:account|factor|provider|purchase|request)-messages\./;
/** What the schemas of accounts need, and so every schema. */
const schemas = /node_modules\/zod\/|\/contract\/(?:accounts\/accounts|endpoint|fields|without-eval)\./;
/** Questions and forms above a page. */
const dialogs = /\/web\/ui\/(?:dialogs\/(?:confirm-dialog|dialog|shell)|forms\/leave|use-quiet)/;
/** What lists of lectures share. */
const lectures =
  /\/web\/features\/(?:kinds\/(?:kinds\.|(\w+)\/(?:\1|class-time)\.)|classroom\/(?:lecture-list\/(?:lecture-row|time-left)|player\/use-video-value))|\/contract\/classroom\/(?:kind-facts|lecture-media)\./;
/** What the pages about courses share, with the icons of visitors' pages. */
const reading =
  /\/web\/(?:api\/review-quer|app\/session\/course-pages|ui\/(?:inputs\/check-list|page\/back-link|text\/random-id|use-media|use-now)|features\/billing\/checkout-link)|lucide-react\/.*\/(?:arrow-left|badge-check|check|chevron-(?:down|left|right)|circle-(?:alert|play)|download|file-text|film|fingerprint.*|gift|image-up|list-checks|lock|log-in|mail|maximize-2|pencil|play|plus|search|settings|sliders-horizontal|ticket-percent|trash|triangle-alert|undo-2|x)\./;
/** What plays a lecture, in the classroom and as a free preview. */
const player =
  /\/web\/features\/classroom\/(?:player\/(?!controls\/(?:choices|player-panels|shortcut-help))|chapters-and-attachments|lecture-video)|\/contract\/classroom\/classroom-messages\./;
/** Downloads, which the classroom loads after its first frame. */
const offline =
  /\/web\/features\/classroom\/offline\/(?:offline-(?:course|lectures|media|quality|quiz|store)|download-lecture)\./;
const progress = /\/web\/features\/classroom\/progress\/(?!track)/;

export default defineConfig(({ isSsrBuild = false }) => ({
  root: 'web',
  plugins: [react(), tailwindcss(), withoutCostlyRules, programLast, pdfWorkerForAll],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // Browsers that know this program's language know modulepreload.
    modulePreload: { polyfill: false },
    copyPublicDir: !isSsrBuild,
    target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
    // Everything is a file of its own: the content policy then needs no data: fonts or scripts.
    assetsInlineLimit: 0,
    // pdf.js, which lectures alone load.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Fewer requests, and they compress better. What every page and the home page need travels as two files.
        codeSplitting: isSsrBuild
          ? true
          : {
              groups: [
                { name: 'foundation', test: foundation, priority: 5 },
                { name: 'interface', test: everyPage, priority: 4 },
                { name: 'texts', test: texts, priority: 4 },
                // Before what would take them along, and make every page load them.
                { name: 'schemas', test: schemas, priority: 4 },
                { name: 'reading', test: reading, priority: 3 },
                { name: 'dialogs', test: dialogs, priority: 3 },
                { name: 'lectures', test: lectures, priority: 3 },
                { name: 'account', test: account, priority: 2 },
                { name: 'form-library', test: formLibrary, priority: 3 },
                { name: 'player', test: player, priority: 1 },
                { name: 'offline', test: offline, priority: 0 },
                { name: 'progress', test: progress, priority: 3 },
                { name: 'menu', test: menu, priority: 2 },
                // After the player, which takes those along that it alone has.
                { name: 'icons', test: /lucide-react\//, priority: 0 },
                { name: 'forms', test: forms, priority: 4 },
              ],
            },
      },
    },
  },
  // With all that it imports: the server needs no package of the pages.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  server: {
    proxy: Object.fromEntries(
      ['/api/v1', '/media', '/files', '/cards', '/covers', '/accent', '/sandbox'].map((path) => [path, serverAddress]),
    ),
  },
}));
