// Runs before the first paint, so that a chosen theme never flashes. Without a choice the system decides.
// It is written for browsers that are too old for the program of the page, and says so to them.
(() => {
  // The content policy forbids compiled schemas, and a browser reports that one was tried: Zod reads this when it is loaded.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

  const root = document.documentElement;
  const chosen = /(?:^|; )theme=(morning|evening)/.exec(document.cookie);
  if (chosen) root.dataset.theme = chosen[1];

  // Pages are sent as for a visitor. While one loads, parts that differ for a logged-in user are hidden, parts that a user
  // with access does not need take no space, and the button that was pressed last is remembered: main.tsx ends all of it.
  let isLoggedIn = false;
  try {
    isLoggedIn = localStorage.getItem('isLoggedIn') === 'true';
    const { role, subscription } = JSON.parse(localStorage.getItem('data') || '{}');
    const hasAccess = role === 'ADMIN' || (subscription && subscription.status === 'active');
    if (isLoggedIn && hasAccess) root.dataset.hasAccess = '';
  } catch {
    // The browser denies storage, or the stored value is damaged.
  }
  root.dataset.loading = isLoggedIn ? 'account' : 'visitor';
  const forgetPressed = () => document.querySelectorAll('[data-pressed]').forEach((one) => delete one.dataset.pressed);
  addEventListener('click', ({ target }) => {
    const button = 'loading' in root.dataset ? target.closest('button') : null;
    if (!button || root.dataset.loading === 'ended') return;
    forgetPressed();
    button.dataset.pressed = '';
  });
  // The browser would send the form itself, with the input in the address.
  addEventListener('submit', (event) => {
    if ('loading' in root.dataset) event.preventDefault();
  });

  // A page whose program dies stays as it was sent, with a line about it. Expressions that look behind and sorted copies came
  // with the last of the promised browsers.
  const isOld = () => {
    try {
      return !new RegExp('(?<=a)b').test('ab') || !('toSorted' in []);
    } catch {
      return true;
    }
  };
  const lineAbout = () => {
    if (!isOld()) return 'A part of this page did not start. ';
    const { safari, chrome, firefox } = JSON.parse(document.querySelector('#site-facts').textContent).oldestBrowsers;
    return `This browser is too old for all of this site, which needs Safari ${safari}, Chrome ${chrome} or Firefox ${firefox}, or later. `;
  };
  const say = () => {
    if (document.querySelector('#page-trouble')) return;
    root.dataset.loading = 'ended';
    forgetPressed();
    const line = document.createElement('p');
    line.id = 'page-trouble';
    line.setAttribute('role', 'alert');
    // Style sheets may be too new as well.
    const { theme } = root.dataset;
    const isDark = theme ? theme === 'evening' : matchMedia('(prefers-color-scheme: dark)').matches;
    line.style.cssText = `position:fixed;z-index:999;bottom:0;left:0;right:0;margin:0;padding:12px 20px;font:16px/1.4 sans-serif;${isDark ? 'color:#eee;background:#15252b' : 'color:#111;background:#fff'};border-top:2px solid #b45309`;
    line.append(lineAbout());
    const again = document.createElement('a');
    again.href = location.href;
    again.textContent = 'Reload';
    again.style.cssText = 'color:inherit;text-decoration:underline';
    line.append(again);
    document.body.append(line);
  };
  // `replaced`: the program says itself that something failed.
  addEventListener('program-died', ({ detail }) => (detail === 'replaced' ? isOld() && say() : say()));
  addEventListener(
    'error',
    ({ target, filename }) => {
      const isProgram = target instanceof HTMLScriptElement && target.type === 'module';
      const isOurs = typeof filename === 'string' && filename.startsWith(`${location.origin}/assets/`);
      if ('loading' in root.dataset && (isProgram || isOurs)) say();
    },
    true,
  );
  const WAIT_MS = 10000;
  setTimeout(() => 'loading' in root.dataset && isOld() && say(), WAIT_MS);

  // A page that arrives complete names its program in a template: it is loaded once the page and its first large picture are
  // painted, and takes nothing of the line before. It waits no longer than this for a picture on a slow line, or for the paint
  // of a tab in the background.
  const PATIENCE_MS = 1000;
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isShown = (picture) => Promise.all([painted, picture && picture.decode()]).catch(() => undefined);
  addEventListener('DOMContentLoaded', async () => {
    const program = document.querySelector('#program');
    if (!program) return;
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([isShown(document.querySelector('img[fetchpriority="high"]')), patience]);
    // A decoded image is painted two frames later.
    await Promise.race([nextFrame().then(nextFrame), patience]);
    for (const part of program.content.children) {
      const element = document.createElement(part.localName);
      for (const { name, value } of part.attributes) element.setAttribute(name, value);
      document.head.append(element);
    }
  });
})();
