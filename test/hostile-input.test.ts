// @module-tag long
import { afterAll, beforeAll, test } from 'vitest';
import { addressOf, everyEndpoint } from './endpoints.ts';
import { type HostileScene, openHostileScene, withBody } from './hostile-scene.ts';
import { bodiesFor, wrongTexts } from './hostile-shapes.ts';

let scene: HostileScene;
beforeAll(async () => {
  scene = await openHostileScene();
});
afterAll(() => scene.close());

const endpoints = everyEndpoint();

const withBodies = endpoints.filter(({ endpoint }) => bodiesFor(endpoint).length > 0);
test.each(withBodies)('$name handles any value in its fields without a server error', async ({ endpoint }) => {
  const request = { method: endpoint.method, url: scene.addressOf(endpoint) };
  const insider = scene.insiderOf(endpoint);
  for (const shape of bodiesFor(endpoint))
    await scene.sendAs(insider, { ...request, ...withBody(shape, insider.headers) }, shape.what);
});

const withParams = endpoints.filter(({ endpoint }) => endpoint.params !== undefined);
test.each(withParams)('$name handles any text in its path without a server error', async ({ endpoint }) => {
  for (const caller of scene.everyoneFor(endpoint)) {
    for (const text of wrongTexts) {
      const request = { method: endpoint.method, url: addressOf(endpoint, text), headers: caller.headers };
      await scene.sendAs(caller, request, text.slice(0, 50));
    }
  }
});

const withQuery = endpoints.filter(({ endpoint }) => endpoint.query !== undefined);
test.each(withQuery)('$name handles any query without a server error', async ({ endpoint }) => {
  const { headers } = scene.insiderOf(endpoint);
  for (const name of Object.keys(endpoint.query?.shape ?? {})) {
    for (const value of [...wrongTexts.filter((text) => text.length < 1000), `1&${name}=2`]) {
      const url = `${scene.addressOf(endpoint)}?${name}=${value}`;
      await scene.sendAs(scene.insiderOf(endpoint), { method: endpoint.method, url, headers }, `?${name}=${value}`);
    }
  }
});
