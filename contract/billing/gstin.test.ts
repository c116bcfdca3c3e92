import { expect, test } from 'vitest';
import { Gstin, stateOfGstin } from './gstin.ts';

test.each([
  ['29AAGCB7383J1Z4', '29AAGCB7383J1Z4'],
  ['27AAPFU0939F1ZV', '27AAPFU0939F1ZV'],
  [' 29abcde1234f1zw ', '29ABCDE1234F1ZW'],
])('%s is the GSTIN %s', (given, expected) => {
  expect(Gstin.parse(given)).toBe(expected);
});

test.each([
  ['', 'empty'],
  ['29AAGCB7383J1Z', 'a character too short'],
  ['29AAGCB7383J1Z44', 'a character too long'],
  ['29AAGCB7383J1Z5', 'with another check digit'],
  ['28AAGCB7383J1Z4', 'of another state'],
  ['29AAGCB7338J1Z4', 'with two digits exchanged'],
  ['29AAGCB7383J-Z4', 'with a hyphen'],
  ['A9AAGCB7383J1Z4', 'without a state code'],
])('“%s” is no GSTIN: %s', (given) => {
  expect(Gstin.safeParse(given).error?.issues[0]?.message).toBe(
    'This is not a GSTIN. Check each of its 15 characters.',
  );
});

test('a GSTIN begins with the code of a state', () => {
  expect(stateOfGstin('29AAGCB7383J1Z4')).toBe('Karnataka');
  expect(stateOfGstin('07AAGCB7383J1Z4')).toBe('Delhi');
  expect(stateOfGstin('99AAGCB7383J1Z4')).toBeUndefined();
});
