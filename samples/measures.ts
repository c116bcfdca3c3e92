/** How long and how large each sample video is. `samples.test.ts` compares them with the files. */
export const measures = {
  'shopkeeper-two-sides': { durationMs: 33000, sizeBytes: 500314 },
  'shopkeeper-profit-and-cash': { durationMs: 30000, sizeBytes: 368893 },
  'monsoon-warm-land': { durationMs: 33000, sizeBytes: 540008 },
  'monsoon-mountains': { durationMs: 36000, sizeBytes: 657874 },
  'statistics-mean-and-median': { durationMs: 31000, sizeBytes: 404389 },
  'statistics-how-many-to-ask': { durationMs: 33000, sizeBytes: 456041 },
  'carnatic-sa-and-pa': { durationMs: 32000, sizeBytes: 526350 },
  'carnatic-first-scale': { durationMs: 32000, sizeBytes: 401955 },
  'carnatic-sarali-varisai': { durationMs: 30000, sizeBytes: 399892 },
};
