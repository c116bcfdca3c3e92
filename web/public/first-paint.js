// Runs before the first paint, so that a chosen theme never flashes. Without a choice the system decides.
(() => {
  const root = document.documentElement;
  const chosen = /(?:^|; )theme=(morning|evening)/.exec(document.cookie);
  if (chosen) root.dataset.theme = chosen[1];

  // Pages are sent as for a visitor. While one loads, parts that differ for a logged-in user are hidden, parts that a user
  // with access does not need take no space, and the button that was pressed last is remembered: main.tsx ends all of it.
  let isLoggedIn = false;
  try {
    isLoggedIn = localStorage.getItem('isLoggedIn') === 'true';
    const { role, subscription } = JSON.parse(localStorage.getItem('data') ?? '{}');
    if (isLoggedIn && (role === 'ADMIN' || subscription?.status === 'active')) root.dataset.hasAccess = '';
  } catch {
    // The browser denies storage, or the stored value is damaged.
  }
  root.dataset.loading = isLoggedIn ? 'account' : 'visitor';
  addEventListener('click', ({ target }) => {
    const button = 'loading' in root.dataset ? target.closest('button') : null;
    if (!button) return;
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    button.dataset.pressed = '';
  });
  // The browser would send the form itself, with the input in the address.
  addEventListener('submit', (event) => {
    if ('loading' in root.dataset) event.preventDefault();
  });

  // A page that arrives complete names its program in a template: it is loaded once the page and its first large picture are
  // painted, and takes nothing of the line before. It waits no longer than this for a picture on a slow line, or for the paint
  // of a tab in the background.
  const PATIENCE_MS = 1000;
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  addEventListener('DOMContentLoaded', async () => {
    const program = document.querySelector('#program');
    if (!program) return;
    const picture = document.querySelector('img[fetchpriority="high"]');
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([Promise.all([painted, picture?.decode().catch(() => undefined)]), patience]);
    // A decoded image is painted two frames later.
    await Promise.race([nextFrame().then(nextFrame), patience]);
    for (const part of program.content.children) {
      const element = document.createElement(part.localName);
      for (const { name, value } of part.attributes) element.setAttribute(name, value);
      document.head.append(element);
    }
  });
})();
