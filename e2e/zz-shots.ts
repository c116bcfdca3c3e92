import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/machine.ts';
const [addresses, sizes = '1440,390', themes = 'light', full = ''] = process.argv.slice(2);
const origin = process.env['SHOT_ORIGIN'] ?? 'http://localhost:5271';
const api = 'http://127.0.0.1:5270';
const login = await (
  await fetch(`${api}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@school.example', password: 'an admin of the tests' }),
  })
).json();
const browser = await chromium.launch({
  executablePath: findChromium()!,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
});
for (const size of sizes.split(','))
  for (const theme of themes.split(',')) {
    const width = Number(size);
    const context = await browser.newContext({
      viewport: { width, height: width < 800 ? 844 : 900 },
      colorScheme: theme as 'light',
    });
    await context.addInitScript(
      ({ role, data }) => {
        localStorage.setItem('isLoggedIn', 'true');
        localStorage.setItem('role', role);
        localStorage.setItem('data', data);
      },
      { role: login.user.role, data: JSON.stringify({ ...login.user, token: login.token }) },
    );
    const page = await context.newPage();
    page.on('response', (r) => {
      if (r.status() >= 400) console.log(r.status(), r.url());
    });
    page.on('pageerror', (e) => console.log('error', e.message));
    page.on('console', (m) => {
      if (m.type() === 'error') console.log('console', m.text().slice(0, 300));
    });
    for (const address of (addresses ?? '').split(',')) {
      await page.goto(origin + address, { waitUntil: 'networkidle' });
      await page.waitForTimeout(800);
      const name = `/tmp/shell-shots/${address.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '')}-${size}-${theme}.png`;
      await page.screenshot({ path: name, fullPage: full === 'full' });
      console.log(
        name,
        await page.evaluate(
          () => `${document.documentElement.scrollHeight} high, ${document.documentElement.scrollWidth} wide`,
        ),
      );
    }
    await context.close();
  }
await browser.close();
