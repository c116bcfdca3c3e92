import { expect, test } from 'vitest';
import { titlesIn } from './conformance-tests.ts';

const one = ['SCR', '1'].join('-');
const two = ['RZP', '7.2'].join('-');

test('ids stand in square brackets in a text of any quotes, and nowhere else', () => {
  const text = `
    // test('in a comment [${one}]')
    test('it opens [${one}]', () => go(['${one}']));
    /* "[${one}]" */
    test("what's said [${one}, ${two}]", () => {});
    it.each([["row [${two}] of a table", 1]])('$0', () => expect(list[${one}]));
    test(\`$\{who} comes in
      late [${one}]\`, () => fetch('https://a.example/'));
  `;
  expect(titlesIn(text)).toEqual([
    { title: 'it opens', ids: [one] },
    { title: "what's said", ids: [one, two] },
    { title: 'row of a table', ids: [two] },
    { title: '${who} comes in late', ids: [one] },
  ]);
});
