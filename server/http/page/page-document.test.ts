import { expect, test } from 'vitest';
import type { RenderedPage } from '#contract/page-program.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { writeDocument } from './page-document.ts';

const facts: SiteFacts = {
  brandName: 'Kiln & "Clay" </script> $& $1',
  tagline: '',
  heroText: '',
  aboutText: '',
  accent: '#123456',
  look: 'slate',
  logo: '',
  socialLinks: { facebook: '', instagram: '', linkedin: '', x: '' },
  sitePages: [],
  hasBlocks: false,
  currencySymbol: '₹',
  plans: [],
  priceInPaise: 49_900,
  timeZone: 'Asia/Kolkata',
  year: 2026,
  maxUploadBytes: 1,
  paymentProvider: 'razorpay',
  isSelling: true,
  ways: [],
  isTestMode: false,
  staffConfirms: false,
  asksBuyerState: false,
  renews: false,
  loginProvider: '',
  isFactorRequired: false,
  sendsEmail: true,
  community: { questions: true, reviews: true, notices: true, podcasts: false },
  language: 'en',
  languages: [{ code: 'en', name: 'English', isComplete: true }],
  oldestBrowsers: { safari: '16.4', chrome: '111', firefox: '115' },
};
const look = { accent: '#F37254', logo: '', icon: '', touchIcon: '' };
const branded = { accent: '#12AB34', logo: '/files/logo.png', icon: '/files/icon.png', touchIcon: '/files/touch.png' };
const ICONS = '<link rel="icon" href="/favicon.ico"><link rel="apple-touch-icon" href="/touch.png">';
const PROGRAM =
  '<script type="module" src="/a.js"></script><link rel="modulepreload" href="/b.js"><link rel="modulepreload" href="/c.js">';
const MARK = '<svg viewBox="0 0 28 28" class="x"><path d="M0"/></svg>';
const TEMPLATE = `<html lang="en"><head>${ICONS}<title>x</title><meta name="description" content="y">${PROGRAM}<!--manifest--><!--site-facts--></head><body><div id="root">
<!--page--><header>${MARK}<!--brand-name--></header><!--/page-->
</div><svg viewBox="0 0 28 28"></svg></body></html>`;

const BRAND = 'Kiln &amp; &quot;Clay&quot; &lt;/script&gt; $&amp; $1';
const FACTS = `<script type="application/json" id="site-facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`;
const MANIFEST = '<link rel="manifest" href="/site.webmanifest" />';
const origin = 'https://school.example';
const language = { code: 'en', prefix: '' };

const page: RenderedPage = {
  body: '<main>$& is a page</main>',
  title: 'Ash <& $1',
  data: [[['course'], { title: '</script><b>' }]],
  head: {
    description: 'Fire > "clay" $&',
    canonical: '/courses/ash?a=1&b=2',
    picture: '/cards/1.jpg',
    structuredData: [{ name: '</script>' }, { name: 'two' }],
  },
};

test('the outline of a page names the school, and the browser draws the rest', () => {
  expect(writeDocument(TEMPLATE, { facts, language, look, origin, isCheckout: false })).toBe(
    `<html lang="en" data-look="slate" data-payment-window="closed"><head>${ICONS}<title>${BRAND}</title><meta name="description" content="y">${PROGRAM}${MANIFEST}${FACTS}</head><body><div id="root">
<!--page--><header>${MARK}${BRAND}</header><!--/page-->
</div><svg viewBox="0 0 28 28"></svg></body></html>`,
  );
});

test('the outline of the classroom has its places, and requests its files', () => {
  const outline = { head: '<link rel="modulepreload" href="/$&.js" />', body: '<div>$1 player</div>' };
  const html = writeDocument(TEMPLATE, { facts, language, look, origin, isCheckout: false, outline });
  expect(html).toContain(`${FACTS}<link rel="modulepreload" href="/$&.js" /></head>`);
  expect(html).toContain(`${BRAND}</header><div>$1 player</div><!--/page-->`);
});

test('the checkout says that it opens the payment window', () => {
  const html = writeDocument(TEMPLATE, { facts, language, look, origin, isCheckout: true });
  expect(html).toContain('<html lang="en" data-look="slate" data-payment-window="open">');
});

test('the outline has the colour, the icons and the logo of the school', () => {
  const html = writeDocument(TEMPLATE, { facts, language, look: branded, origin, isCheckout: false });
  const head = html.slice(html.indexOf('<head>'), html.indexOf('<title>'));
  expect(head).toBe(
    '<head><link rel="icon" href="/files/icon.png" type="image/png" /><link rel="apple-touch-icon" href="/files/touch.png" />',
  );
  expect(html).toContain(`${FACTS}<link rel="stylesheet" href="/accent/12ab34.css" /></head>`);
  expect(html).toContain('<header><img src="/files/logo.png" alt="" class="size-7 shrink-0 object-contain" />');
  expect(html).toContain('</div><svg viewBox="0 0 28 28"></svg>');
});

test('a rendered page has its words, its data and what others read of it, and its program last', () => {
  const data = '[[["course"],{"title":"\\u003c/script>\\u003cb>"}]]';
  const head = [
    '<meta name="description" content="Fire &gt; &quot;clay&quot; $&amp;" />',
    '<link rel="canonical" href="https://school.example/courses/ash?a=1&amp;b=2" data-of-page />',
    '<meta property="og:url" content="https://school.example/courses/ash?a=1&amp;b=2" />',
    '<meta property="og:type" content="website" />',
    `<meta property="og:site_name" content="${BRAND}" />`,
    '<meta property="og:title" content="Ash &lt;&amp; $1" />',
    '<meta property="og:description" content="Fire &gt; &quot;clay&quot; $&amp;" />',
    '<meta property="og:image" content="https://school.example/cards/1.jpg" />',
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    '<script type="application/ld+json">{"name":"\\u003c/script>"}</script>',
    '<script type="application/ld+json">{"name":"two"}</script>',
  ].join('');
  expect(writeDocument(TEMPLATE, { facts, language, look, origin, isCheckout: false, page })).toBe(
    `<html lang="en" data-look="slate" data-payment-window="closed"><head>${ICONS}<title>Ash &lt;&amp; $1</title>${head}${MANIFEST}${FACTS}<script type="application/json" id="page-data">${data}</script><template id="program">${PROGRAM}</template></head><body><div id="root"><main>$& is a page</main></div><svg viewBox="0 0 28 28"></svg></body></html>`,
  );
});

test('a page that is not to be listed says so, and one without a picture is a summary', () => {
  const unlisted = { description: 'd', canonical: undefined, picture: undefined, structuredData: [] };
  const plain: RenderedPage = { ...page, head: unlisted };
  const html = writeDocument(TEMPLATE, { facts, language, look: branded, origin, isCheckout: false, page: plain });
  const head = html.slice(html.indexOf('</title>'), html.indexOf(MANIFEST));
  expect(head).toBe(
    [
      '</title><meta name="description" content="d" /><meta name="robots" content="noindex" />',
      '<meta property="og:type" content="website" />',
      `<meta property="og:site_name" content="${BRAND}" />`,
      '<meta property="og:title" content="Ash &lt;&amp; $1" /><meta property="og:description" content="d" />',
      '<meta name="twitter:card" content="summary" />',
    ].join(''),
  );
  // It draws the logo itself.
  expect(html).not.toContain('/files/logo.png');
  expect(html).toContain('href="/files/icon.png"');
});

test('a page that the browser draws again is sent without its data', () => {
  const parts = { facts, language, look, origin, isCheckout: false, page };
  expect(writeDocument(TEMPLATE, { ...parts, isReplaced: true })).not.toContain('page-data');
  expect(writeDocument(TEMPLATE, { ...parts, isReplaced: false })).toContain('page-data');
});

test('a build without a program is written without one', () => {
  const html = writeDocument(TEMPLATE.replace(PROGRAM, ''), { facts, language, look, origin, isCheckout: false, page });
  expect(html).toContain('<template id="program"></template></head>');
});

test('titles in another typeface need no font of their own at first', () => {
  const fonts = '<link rel="preload" href="/eczar-1.woff2" /><link rel="preload" href="/figtree-1.woff2" />';
  const template = TEMPLATE.replace('<title>', `${fonts}<title>`);
  const fontsOf = (shown: SiteFacts['look']): string[] | null =>
    writeDocument(template, { facts: { ...facts, look: shown }, language, look, origin, isCheckout: false }).match(
      /eczar|figtree/g,
    );
  expect(fontsOf('ledge')).toEqual(['eczar', 'figtree']);
  expect(fontsOf('slate')).toEqual(['figtree']);
});

test('without JavaScript, a page leads back to its course, or to all courses', () => {
  const template = TEMPLATE.replace('<!--/page-->', '<noscript><!--way-back--></noscript><!--/page-->');
  const parts = { facts, language, look, origin, isCheckout: false };
  expect(writeDocument(template, { ...parts, course: 'c1' })).toContain(
    '<noscript><a class="link" href="/courses/description?course=c1">Back to the course</a></noscript>',
  );
  expect(writeDocument(template, parts)).toContain(
    '<noscript><a class="link" href="/courses">All courses</a></noscript>',
  );
});
