import { fail } from './errors.ts';
import type { Sniff } from './http/forms.ts';
import { assertImageStart } from './images/sniff.ts';
import { sniffVideo } from './video/sniff.ts';

/** Refuses a file part by its first bytes, whatever it is called. */
export const sniffUpload: Sniff = (accept, firstBytes) => {
  if (accept !== 'video') assertImageStart(firstBytes, accept === 'image-or-svg');
  else if (!sniffVideo(firstBytes)) throw fail('not_a_video');
};
