import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const open = async () => {
  const app = await startApp();
  const owner = await anAdmin(app);
  const write = (body: string) =>
    call(app, 'PUT', '/admin/pages/terms', { token: owner.token, body: { title: 'Terms', body } });
  const publish = (asksAgain?: boolean) =>
    call(app, 'POST', '/admin/pages/terms/publish', { token: owner.token, body: { asksAgain } });
  const versions = async () =>
    api.sitePages.open.response
      .parse((await call(app, 'GET', '/admin/pages/terms', { token: owner.token })).body)
      .sitePage.versions.map(({ number, people, asksAgain }) => ({ number, people, asksAgain }));
  return { app, write, publish, versions, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

const accept = (app: TestApp, { token }: Person, ...pages: { slug: string; version: number }[]) =>
  call(app, 'POST', '/user/consents', { token, body: { pages } });

const stateOf = async (app: TestApp, { token }: Person) => {
  const { consents, pending } = api.consents.list.response.parse(
    (await call(app, 'GET', '/user/consents', { token })).body,
  );
  return {
    accepted: consents.map(({ slug, version }) => `${slug} ${version}`),
    pending: pending.map(({ slug, version }) => `${slug} ${version}`),
  };
};

test('a person accepts the published version, which is recorded once with its moment', async () => {
  await using school = await open();
  const { app, publish, versions } = school;
  const meera = await aUser(app);
  await publish();
  const at = new Date(app.clock.now()).toISOString();
  expect(await accept(app, meera, { slug: 'terms', version: 1 })).toMatchObject({
    status: 200,
    body: { consents: [{ slug: 'terms', title: 'Terms', version: 1, acceptedAt: at }], pending: [] },
  });
  app.clock.advance(60_000);
  expect((await accept(app, meera, { slug: 'terms', version: 1 })).body).toMatchObject({
    consents: [{ version: 1, acceptedAt: at }],
  });
  expect(await versions()).toEqual([{ number: 1, people: 1, asksAgain: false }]);
  const { detail } = (await call(app, 'GET', `/admin/people/${meera.id}`, await anAdmin(app))).body;
  expect(detail).toMatchObject({ consents: [{ slug: 'terms', title: 'Terms', version: 1, acceptedAt: at }] });
});

test('another version than the published one is refused, and nothing of the request is recorded', async () => {
  await using school = await open();
  const { app, publish, write } = school;
  const meera = await aUser(app);
  await publish();
  await write('Other terms');
  await publish();
  for (const pages of [
    [{ slug: 'terms', version: 1 }],
    [
      { slug: 'terms', version: 2 },
      { slug: 'privacy', version: 1 },
    ],
  ])
    expect(await accept(app, meera, ...pages)).toMatchObject({ status: 409, body: { code: 'page_has_changed' } });
  expect(await stateOf(app, meera)).toEqual({ accepted: [], pending: [] });
});

test('people are asked to accept a version where the owner wants it, until they have accepted it or a later one', async () => {
  await using school = await open();
  const { app, publish, write, versions } = school;
  const [meera, arjun] = [await aUser(app), await aUser(app)];
  await publish();
  await accept(app, meera, { slug: 'terms', version: 1 });
  await write('A comma more');
  await publish();
  expect(await stateOf(app, meera)).toEqual({ accepted: ['terms 1'], pending: [] });
  await write('Other terms');
  await publish(true);
  expect(await stateOf(app, meera)).toEqual({ accepted: ['terms 1'], pending: ['terms 3'] });
  await write('Other terms, without the mistake');
  await publish();
  expect(await stateOf(app, arjun)).toEqual({ accepted: [], pending: ['terms 4'] });
  await accept(app, meera, { slug: 'terms', version: 4 });
  app.clock.advance(1);
  expect(await stateOf(app, meera)).toEqual({ accepted: ['terms 1', 'terms 4'], pending: [] });
  expect((await call(app, 'GET', '/site')).body).toMatchObject({
    site: { sitePages: [{ slug: 'terms', version: 4, askedVersion: 3 }] },
  });
  expect(await versions()).toEqual([
    { number: 4, people: 1, asksAgain: false },
    { number: 3, people: 0, asksAgain: true },
    { number: 2, people: 0, asksAgain: false },
    { number: 1, people: 1, asksAgain: false },
  ]);
});
