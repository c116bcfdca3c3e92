import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/machine.ts';

const executablePath = findChromium();

/** Works as root and without a sandbox of its own, says nothing to the network, plays sound into nothing. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // As many as the cores of a small machine: a third waits for the other two, and all three take longer.
  workers: 2,
  forbidOnly: true,
  // They end what hangs: a machine that is shared may be many times slower, and its disk busy.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    headless: true,
    viewport: { width: 1280, height: 900 },
    // What it fetches no test can replace; the story without a connection allows it.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserFlags, ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
