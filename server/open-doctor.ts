import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { openPaymentHealth } from './features/billing/billing.ts';
import { checkCdn } from './features/classroom/classroom.ts';
import { askProxyAt, createDoctor, type Doctor } from './features/school/doctor/doctor.ts';
import { findSecretKey } from './secret-key.ts';
import { inspectDatabase } from './database/inspect.ts';
import { inspectStoredAddress } from './public-address.ts';
import { createIsPublic } from './http/endpoint/is-public.ts';
import { localOrigin } from './http/endpoint/origins.ts';
import { createServer } from './http/server.ts';
import { paymentProviders, fixedPaymentsOf } from './payment-providers.ts';
import { inspectSettings } from './settings/inspect-settings.ts';

/** The doctor alone, which opens no part of the app: it works while the app cannot start. */
export const openDoctor = async (config: Config, log: FastifyBaseLogger): Promise<Doctor> => {
  const http = await createServer(config, log);
  const address = async (): Promise<string> => config.publicUrl ?? localOrigin(config.host, config.port);
  const isPublic = createIsPublic(http, config, address);
  const settings = inspectSettings(config, fixedPaymentsOf(config.environment));
  const host = { config, clock: systemClock, log, http, isPublic, settings };
  const payments = openPaymentHealth(host, { providers: paymentProviders });
  const askProxy = async () => {
    await using inspection = await inspectDatabase(config).catch(() => undefined);
    const secretKey = await findSecretKey(config.secretKey, config.dataDir).catch(() => undefined);
    const known = config.publicUrl ?? (inspection && (await inspectStoredAddress(inspection).catch(() => undefined)));
    const needs = secretKey && { secretKey, clock: systemClock };
    // Before the connection closes.
    return await askProxyAt(known, needs, async (name) =>
      inspection?.value(`SELECT value FROM settings WHERE name = '${name}'`),
    );
  };
  return createDoctor({ ...host, payments, askProxy, askCdn: () => checkCdn(host) });
};
