import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '#contract/api.ts';
import { readCookie, setCookie } from '../cookies.ts';

/** The longest time that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
const NAME = 'device';
const VALUE = /^[\w.~-]{1,500}$/;

/**
 * The proof of earlier logins of a browser, so that its wrong passwords are counted apart from those of others. It is
 * not a session: it gives no access, and other sites and scripts never see it.
 */
export class DeviceCookie {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #origin: string;
  readonly #path: string;

  constructor(request: FastifyRequest, reply: FastifyReply, origin: string, path = `${API_PREFIX}/user`) {
    this.#request = request;
    this.#reply = reply;
    this.#origin = origin;
    this.#path = path;
  }

  get value(): string | undefined {
    const value = readCookie(this.#request, NAME);
    return value !== undefined && VALUE.test(value) ? value : undefined;
  }

  keep(value: string): void {
    setCookie(this.#reply, this.#origin, { name: NAME, value, path: this.#path, maxAgeSeconds: MAX_AGE_SECONDS });
  }
}
