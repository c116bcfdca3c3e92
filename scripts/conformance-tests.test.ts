import { expect, test } from 'vitest';
import { holdingTestsIn } from './conformance-tests.ts';

const one = ['SCR', '1'].join('-');
const two = ['RZP', '7.2'].join('-');

test("ids are read from a test's tags and from a step's requirements", () => {
  const text = `
    // test('in a comment', { tags: ['${one}'] }, run);
    test('it opens', { tags: ['${one}'] }, () => go(['${two}']));
    test("what's said", { tag: ['@${one}', '@${two}'] }, async () => {});
    it.each([['row', 1]])('$0 of a table', { tags: ['${two}'], timeout: 10 }, () => {});
    const steps = [{ title: \`$\{who} comes in\`, requirements: ['${one}'], run }];
    test('holds nothing', () => {});
  `;
  expect(holdingTestsIn(text)).toEqual([
    { title: 'it opens', ids: [one] },
    { title: "what's said", ids: [one, two] },
    { title: '$0 of a table', ids: [two] },
    { title: '${who} comes in', ids: [one] },
  ]);
});
