import type { Endpoint } from '#contract/endpoint.ts';
import { keysOf } from '#contract/format.ts';
import type { Handler, Implement, ImplementOptions } from './implement-endpoint.ts';

export { type RequestFacts, serializeResponse } from './implement-endpoint.ts';

type Bound<E extends Endpoint> = Handler<E> | (ImplementOptions<E> & { handle: Handler<E> });

type Handlers<G extends Record<string, Endpoint>> = { [Name in keyof G]?: Bound<G[Name]> };

/**
 * Binds endpoints of a group of the contract to functions of a feature: `bind(api.notes, { list: ({ actor }) => notes.list(actor) })`.
 * What a function returns is the response; its message, if it has a fixed one, is in the contract.
 */
export type Bind = <G extends Record<string, Endpoint>>(
  group: G,
  handlers: Handlers<G>,
  /** Runs before each of them. */
  assert?: () => Promise<void>,
) => void;

export const createBind = (implement: Implement): Bind => {
  const bindOne = <E extends Endpoint>(
    endpoint: E,
    bound: Bound<E>,
    assert: (() => Promise<void>) | undefined,
  ): void => {
    const { handle, ...options } = typeof bound === 'function' ? { handle: bound } : bound;
    implement(
      endpoint,
      async (input) => {
        await assert?.();
        return handle(input);
      },
      options,
    );
  };
  return <G extends Record<string, Endpoint>>(group: G, handlers: Handlers<G>, assert?: () => Promise<void>) => {
    for (const name of keysOf<keyof G & string>(group)) {
      const endpoint: G[keyof G & string] | undefined = group[name];
      const bound = handlers[name];
      if (endpoint && bound) bindOne(endpoint, bound, assert);
    }
  };
};
