import { addressOf } from './link-address.ts';

const DEFINITION =
  /^\[([^[\]\\^][^[\]\\]{0,998})\]: *(?:<([^<>]*)>|([^\s<]\S*))(?: +(?:"[^"]*"|“[^“”]*”|'[^']*'|\([^()]*\)))? *$/;

export const labelOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase();

/**
 * `[label]: address` on a line of its own. Only with an address: `[Anna]: Hello` is a line of a dialogue, and `[^1]: …` a
 * footnote, which stay text.
 */
export const definitionIn = (line: string): { label: string; address: string } | undefined => {
  const [, label = '', inBrackets, plain] = line.startsWith('[') ? (DEFINITION.exec(line) ?? []) : [];
  const written = inBrackets ?? plain;
  const address = written === undefined ? undefined : addressOf(written);
  return address === undefined || label.trim() === '' ? undefined : { label: labelOf(label), address };
};
