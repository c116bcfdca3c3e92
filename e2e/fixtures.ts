import { test as base, type BrowserContext, expect, type Page, type Response } from '@playwright/test';
import { startRealServer } from './real-server.ts';
import { type Account, createSite, type Site } from './site.ts';

export { expect };

/** Errors that the browser may report in a test, because the test is about them. */
export interface ConsoleErrors {
  allow(pattern: RegExp): void;
}

interface Fixtures {
  consoleErrors: ConsoleErrors;
  /** Stores this person's session in the browser, as signing in does, before the next page is opened. */
  signIn: (account: Account) => Promise<void>;
}

interface WorkerFixtures {
  /** Environment variables of the server. */
  settings: Record<string, string>;
  site: Site;
}

/** Runs in the page once per tab, so that a logout lasts. */
const storeSession = ({ origin, role, data }: { origin: string; role: string; data: string }): void => {
  if (location.origin !== origin || sessionStorage.getItem('was-given-a-session')) return;
  sessionStorage.setItem('was-given-a-session', data);
  localStorage.setItem('isLoggedIn', 'true');
  localStorage.setItem('role', role);
  localStorage.setItem('data', data);
};

export const storeSessionIn = async (
  context: BrowserContext,
  origin: string,
  { user, token }: Account,
): Promise<void> => {
  await context.addInitScript(storeSession, { origin, role: user.role, data: JSON.stringify({ ...user, token }) });
};

/** Collects what goes wrong on every page of a context. */
export const watchForErrors = (context: BrowserContext): string[] => {
  const errors: string[] = [];
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  context.on('console', (message) => {
    if (message.type() === 'error')
      errors.push(`${message.page()?.url() ?? ''}: ${message.text()} ${message.location().url}`);
  });
  return errors;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ settings }, provide) => {
      const server = await startRealServer({ hasAdmin: true, settings });
      await provide(createSite(server));
      await server.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ site }, provide) => provide(site.origin),
  consoleErrors: [
    async ({ context }, provide) => {
      const allowed: RegExp[] = [];
      const errors = watchForErrors(context);
      // What is refused while a library tries what it may do is said nowhere else.
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          reportError(new Error(`The content policy refused ${blockedURI} (${violatedDirective})`)),
        ),
      );
      await provide({ allow: (pattern) => allowed.push(pattern) });
      expect(errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page }, provide) => {
    // The server sends what is seen at once; presses and keys count when the program of the page runs.
    const thenRuns = async (response: Response | null): Promise<Response | null> => {
      await page.waitForFunction(() => !('loading' in document.documentElement.dataset));
      return response;
    };
    const [open, goBack] = [page.goto.bind(page), page.goBack.bind(page)];
    page.goto = async (...given) => thenRuns(await open(...given));
    page.goBack = async (...given) => thenRuns(await goBack(...given));
    await provide(page);
  },
  signIn: async ({ context, site }, provide) => provide((account) => storeSessionIn(context, site.origin, account)),
});

/** Holds back the program of the pages that follow, until the returned function is called. */
export const holdProgram = async (page: Page): Promise<() => void> => {
  const program = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await program.promise;
    await route.continue();
  });
  return program.resolve;
};

/** A refusal by the server, which browsers report as an error. */
export const refusal = (...statuses: number[]): RegExp => new RegExp(`status of (?:${statuses.join('|')})`);

/** A step of a story that walks through many rows, with the requirements that it holds as annotations of its test. */
export const stepFor = (
  { title, requirements = [] }: { title: string; requirements?: readonly string[] },
  work: () => Promise<void>,
): Promise<void> => {
  base.info().annotations.push(...requirements.map((description) => ({ type: 'requirement', description })));
  return base.step(title, work);
};
