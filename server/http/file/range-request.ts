import type { IncomingHttpHeaders } from 'node:http';
import { matchesEtag } from '../endpoint/prepared-response.ts';

/** The file that the conditions of RFC 9110 §13 and §14 apply to. */
export interface Representation {
  sizeBytes: number;
  /** Strong, with its quotes. */
  etag: string;
  modifiedAtMs: number;
}

/** `end` is the last byte, included; an empty representation has `end` -1. */
export type RangeDecision =
  | { status: 200 | 206; start: number; end: number }
  | { status: 304 | 412 | 416; start: 0; end: -1 };

const nothing = (status: 304 | 412 | 416): RangeDecision => ({ status, start: 0, end: -1 });

/** HTTP dates have whole seconds. */
const toSeconds = (epochMs: number): number => Math.floor(epochMs / 1000);

const parseDate = (header: string | undefined): number | undefined => {
  const epochMs = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(epochMs) ? undefined : toSeconds(epochMs);
};

/** §13.1.1: strong comparison. */
const matchesStrongly = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((item) => item.trim() === etag);

/** §13.2.2, steps 1 and 2. */
const isPreconditionMet = (headers: IncomingHttpHeaders, { etag, modifiedAtMs }: Representation): boolean => {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) return matchesStrongly(ifMatch, etag);
  const since = parseDate(headers['if-unmodified-since']);
  return since === undefined || toSeconds(modifiedAtMs) <= since;
};

/** §13.2.2, steps 3 and 4. */
const isUnchanged = (headers: IncomingHttpHeaders, { etag, modifiedAtMs }: Representation): boolean => {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag);
  const since = parseDate(headers['if-modified-since']);
  return since !== undefined && toSeconds(modifiedAtMs) <= since;
};

/** §13.1.5: a strong ETag, or exactly the date that was sent. */
const isRangeWanted = (ifRange: string | string[] | undefined, { etag, modifiedAtMs }: Representation): boolean => {
  if (ifRange === undefined) return true;
  if (typeof ifRange !== 'string') return false;
  const value = ifRange.trim();
  if (value.includes('"')) return value === etag;
  return parseDate(value) === toSeconds(modifiedAtMs);
};

const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** One range of bytes, or undefined for ranges that may be ignored: other units, several or invalid ones. */
const parseRange = (header: string | undefined, sizeBytes: number): RangeDecision | undefined => {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? nothing(416) : { status: 206, start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= sizeBytes) return nothing(416);
  return { status: 206, start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
};

/** Decides the response to a GET or HEAD for a file, in the order of RFC 9110 §13.2.2. */
export const decideRange = (
  method: string,
  headers: IncomingHttpHeaders,
  representation: Representation,
): RangeDecision => {
  if (!isPreconditionMet(headers, representation)) return nothing(412);
  if (isUnchanged(headers, representation)) return nothing(304);
  const whole: RangeDecision = { status: 200, start: 0, end: representation.sizeBytes - 1 };
  // §14.2: a range applies to GET only.
  if (method !== 'GET' || !isRangeWanted(headers['if-range'], representation)) return whole;
  return parseRange(headers.range, representation.sizeBytes) ?? whole;
};
