import { expect, test } from 'vitest';
import { call } from './call.ts';
import { startApp } from './start-app.ts';

test('errors are said in the language that is asked for first, and in English where nobody asks', async () => {
  const app = await startApp();
  const said = async (language?: string) => {
    const headers = language === undefined ? {} : { 'accept-language': language };
    const body = { email: 'nobody@school.example', password: 'password123' };
    const response = await call(app, 'POST', '/user/login', { body, headers });
    return [response.headers['content-language'], response.body['code'], response.body['message']];
  };
  const english = ['en', 'wrong_credentials', 'Email or password is incorrect'];
  const hindi = ['hi', 'wrong_credentials', 'ईमेल या पासवर्ड सही नहीं है'];
  expect(await said()).toEqual(english);
  expect(await said('hi')).toEqual(hindi);
  expect(await said('hi-IN,hi;q=0.9,en;q=0.8')).toEqual(hindi);
  expect(await said('en-GB,en;q=0.9,hi;q=0.8')).toEqual(english);
  expect(await said('en;q=0.1, HI;q=0.2')).toEqual(hindi);
  expect(await said('hi;q=0')).toEqual(english);
  expect(await said('fr, *;q=0.5')).toEqual(english);
  expect(await said(';;,,q=, \u0001')).toEqual(english);
  expect(await said(`${'x,'.repeat(5000)}hi`)).toEqual(english);
});
