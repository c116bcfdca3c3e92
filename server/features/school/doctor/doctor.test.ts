import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { inspectSettings } from '#server/settings/inspect-settings.ts';
import { CLOSED, dataOfTest, examine, NOWHERE, settingsFor } from '#test/examine.ts';
import { openForTest } from '#test/sandbox/open-sandbox.ts';
import { createDoctor } from './doctor.ts';

describe('payments', () => {
  it('work with the keys and the plan of the provider, and fail with others', async () => {
    const { app, sandbox } = await openForTest();
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const settings = {
      RAZORPAY_API_BASE: `${origin}/sandbox`,
      RAZORPAY_KEY_ID: sandbox.keyId,
      RAZORPAY_KEY_SECRET: sandbox.keySecret,
      RAZORPAY_PLAN_ID: sandbox.planId,
      RAZORPAY_WEBHOOK_SECRET: 'a secret of the webhook',
    };
    const settingsOfKeys = 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET';
    expect(await examine(NOWHERE, settings)).toMatchObject({
      payments: { status: 'warning', title: 'Test mode is on', fix: { code: settingsOfKeys } },
    });
    expect(await examine(NOWHERE, { ...settings, RAZORPAY_KEY_SECRET: 'wrong' })).toMatchObject({
      payments: {
        status: 'failing',
        title: 'The bundle is not on sale',
        detail: `Selling is off: Razorpay rejected the keys. Check ${settingsOfKeys}.`,
      },
    });
    expect(await examine(NOWHERE, { ...settings, RAZORPAY_API_BASE: `http://${CLOSED}` })).toMatchObject({
      payments: { status: 'warning', title: 'Razorpay did not respond' },
    });
    expect(await examine(NOWHERE, { ...settings, RAZORPAY_WEBHOOK_SECRET: '' })).toMatchObject({
      payments: { status: 'warning', title: 'Webhooks are rejected' },
    });
  });

  it('use the sandbox without keys, which production does not have', async () => {
    expect(await examine(NOWHERE)).toMatchObject({ payments: { title: 'Test mode is on' } });
    expect(await examine(NOWHERE, { NODE_ENV: 'production' })).toMatchObject({
      payments: { status: 'warning', title: 'The bundle is not on sale' },
    });
  });
});

it('prints no secret, whatever fails', async () => {
  const secret = 'hunter2hunter2';
  const found = await examine(NOWHERE, {
    DATABASE_URL: `postgres://lectern:${secret}@${CLOSED}/lectern`,
    SMTP_URL: `smtp://user:${secret}@${CLOSED}`,
    RAZORPAY_API_BASE: `http://${CLOSED}`,
    RAZORPAY_KEY_ID: 'rzp_test_key',
    RAZORPAY_KEY_SECRET: secret,
    RAZORPAY_WEBHOOK_SECRET: secret,
    ADMIN_EMAIL: 'head@school.example',
    ADMIN_PASSWORD: secret,
  });
  expect(found).toMatchObject({ database: { status: 'failing' }, email: { status: 'failing' } });
  expect(JSON.stringify(found)).not.toContain(secret);
});

it('a check that hangs or throws holds up no other', async () => {
  const place = await dataOfTest();
  const slowFfmpeg = join(place.dataDir, 'slow-ffmpeg');
  await writeFile(slowFfmpeg, '#!/bin/sh\nexec sleep 4\n', { mode: 0o755 });
  const doctorWith = (check: () => Promise<never>, config = readConfig(settingsFor(place))) =>
    createDoctor(
      {
        config,
        clock: systemClock,
        settings: inspectSettings(config, {}),
        payments: { apiAddress: async () => undefined, check },
        askCdn: async () => undefined,
        askProxy: async () => [],
      },
      2000,
    );
  const busy = readConfig({ ...settingsFor(place), FFMPEG_PATH: slowFfmpeg });
  const hanging = await doctorWith(() => new Promise(() => undefined), busy).examine();
  const broken = await doctorWith(() => Promise.reject(new TypeError('secret'))).examine();
  const of = ({ findings }: typeof broken, wanted = 'payments') => findings.find(({ check }) => check === wanted);
  expect(of(hanging)).toMatchObject({ status: 'failing', detail: 'It was stopped after 2 seconds.' });
  expect(of(hanging, 'video')).toMatchObject({
    status: 'warning',
    detail: 'It was stopped after 2 seconds: the machine is busy. Check again later.',
  });
  expect(of(broken)).toMatchObject({ status: 'failing', detail: 'TypeError' });
  expect(of(hanging, 'folder')?.status).toBe('ok');
});
