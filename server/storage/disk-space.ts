const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** A long lecture and its sizes fit. On a small disk the tenth of it is low. */
const LOW_BYTES = 5 * GIB;
const LOW_SHARE = 0.1;

export const sizeText = (sizeBytes: number): string =>
  sizeBytes < GIB ? `${Math.round(sizeBytes / MIB)} MB` : `${(sizeBytes / GIB).toFixed(1)} GB`;

/** Less than this is left: an admin should know. */
export const lowDiskBytes = (totalBytes: number): number => Math.min(LOW_BYTES, totalBytes * LOW_SHARE);

export const isDiskLow = (freeBytes: number, totalBytes: number): boolean => freeBytes < lowDiskBytes(totalBytes);
