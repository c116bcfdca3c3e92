import { api, API_PREFIX } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** An endpoint with the name that a test's title shows. */
export interface NamedEndpoint {
  name: string;
  endpoint: Endpoint;
}

export const everyEndpoint = (): NamedEndpoint[] =>
  Object.entries(api).flatMap(([feature, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
  );

/** The address of an endpoint, each parameter replaced by `value`, which is escaped already. */
export const addressOf = ({ path }: Pick<Endpoint, 'path'>, value = 'unknown1'): string =>
  `${API_PREFIX}${path.replaceAll(/:\w+/g, value)}`;
