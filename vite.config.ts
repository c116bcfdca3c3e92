import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { languageMacros } from './scripts/languages/macros.ts';
import { languageWords } from './scripts/languages/words.ts';
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

/** Entry pages, by address: their modules beside that of the program. The files of the build are cut for them, and weighed. */
export const entryPages = {
  '/': 'features/school/site/home.tsx',
  '/login': 'features/accounts/login.tsx',
  '/signup': 'features/accounts/signup.tsx',
  '/courses': 'features/catalog/course-list/course-list.tsx',
  '/courses/:slug': 'features/catalog/course-page/course-description.tsx',
  '/checkout': 'features/billing/checkout/checkout.tsx',
  '/course/displaylectures': 'features/classroom/classroom-page.tsx',
  '/admin/dashboard': 'features/school/dashboard/dashboard.tsx',
};

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** A module, and all that it imports. */
const importsOf = (modules: Modules, file: string): ReadonlySet<string> => {
  const found = new Set([path.resolve(import.meta.dirname, 'web', file)]);
  // What is added meanwhile is read too.
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
};

const PROGRAM = /\/web\/(?:index\.html|app\/main\.tsx)$/;

/** Names the file of a shared module by the entry pages that import it: each loads what it needs, in few files. */
const createFileNames = () => {
  let program: ReadonlySet<string> | undefined;
  let pages: readonly (readonly [name: string, imports: ReadonlySet<string>])[] | undefined;
  return (id: string, modules: Modules): string | null => {
    // Through the lists of icons and messages it imports all of them, and uses few.
    program ??= importsOf(modules, 'app/main.tsx');
    pages ??= Object.values(entryPages).map((file) => [path.basename(file, '.tsx'), importsOf(modules, file)]);
    if (program.has(id)) return null;
    const names = pages.filter(([, imports]) => imports.has(id)).map(([name]) => name);
    // Where most visitors begin, one file.
    return names.includes('home') ? 'home' : names.join('-') || null;
  };
};

export default defineConfig(({ isSsrBuild = false }) => ({
  root: 'web',
  plugins: [languageMacros, languageWords, react(), tailwindcss(), withoutCostlyRules, programLast, pdfWorkerForAll],
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
        // Fewer requests, and they compress better.
        codeSplitting: isSsrBuild
          ? true
          : {
              // Nothing that a file here needs is imported by fewer pages than the file itself.
              includeDependenciesRecursively: false,
              groups: [
                { name: 'foundation', test: /\/node_modules\//, tags: ['$initial'] },
                { name: 'interface', test: (id) => !PROGRAM.test(id), tags: ['$initial'] },
                { name: createFileNames(), debugName: 'by entry pages', minShareCount: 2 },
                // The one icon that the home page has from the start.
                { name: 'home', test: /lucide-react\/.*\/arrow-right\./ },
                { name: 'icons', test: /lucide-react\//, minShareCount: 6 },
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
