import type { FastifyInstance } from 'fastify';
import type { Observer } from '#server/observer.ts';

/** Metrics or traces. */
export interface Instrument {
  observer: Observer;
  watchRequests(server: FastifyInstance): void;
  close(): Promise<void>;
}
