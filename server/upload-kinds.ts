import { fileKinds, isFileKind } from '#contract/classroom/kind-facts.ts';
import { isTextStart } from '#contract/text-file.ts';
import { fail } from './errors.ts';
import type { Sniff } from './http/endpoint/multipart-form.ts';
import { assertImageStart } from './images/sniff.ts';
import { kindOfFile } from '#video-format/lecture-file.ts';
import { sniffVideo } from '#video-format/sniff.ts';

const assertTextStart = (firstBytes: Buffer, code: 'not_captions' | 'not_csv'): void => {
  if (!isTextStart(firstBytes)) throw fail(code);
};

/** Refuses a file part by its first bytes, whatever it is called. */
export const sniffUpload: Sniff = (accept, firstBytes, { kind }) => {
  if (accept === 'captions') return assertTextStart(firstBytes, 'not_captions');
  if (accept === 'any') return undefined;
  if (accept === 'csv') return assertTextStart(firstBytes, 'not_csv');
  if (accept === 'lecture') {
    if (!kindOfFile(firstBytes)) throw fail(fileKinds[kind && isFileKind(kind) ? kind : 'video'].refusal);
    return undefined;
  }
  if (accept === 'sound') {
    if (kindOfFile(firstBytes) !== 'audio') throw fail('not_audio');
    return undefined;
  }
  if (accept !== 'video') return assertImageStart(firstBytes, accept === 'image-or-svg');
  if (!sniffVideo(firstBytes)) throw fail('not_a_video');
  return undefined;
};
