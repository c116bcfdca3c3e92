import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { join } from 'node:path';
import { findChromium } from '../scripts/machine.ts';
import { admin } from './processes.ts';

type Options = Parameters<typeof chromium.launchPersistentContext>[1];

/** Chromium with a new profile in this folder. */
export const openBrowser = (folder: string, options: Options = {}): Promise<BrowserContext> => {
  const executablePath = findChromium();
  return chromium.launchPersistentContext(join(folder, 'browser'), {
    ...options,
    args: ['--no-sandbox', '--disable-gpu', '--mute-audio', ...(options.args ?? [])],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
};

/** Logs the admin in, and returns the page. */
export const logInWithBrowser = async (context: BrowserContext, origin: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${origin}/`);
  return page;
};
